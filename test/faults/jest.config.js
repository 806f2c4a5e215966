import base from '../../jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: ['**/test/faults/**/*.test.ts'],
  globalSetup: '<rootDir>/test/faults/start.js',
  globalTeardown: '<rootDir>/test/faults/sum.js',
  // They wait much more than they work.
  maxWorkers: 4,
};
