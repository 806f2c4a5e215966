/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/helpers/leak-environment.js',
  testTimeout: 60_000,
  roots: ['<rootDir>/test'],
  // Minutes of kills: npm run test:crash.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/crash/'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: {
    '^#blocks/(.*)\\.js$': '<rootDir>/blocks/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};
