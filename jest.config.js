/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/helpers/leak-environment.js',
  testTimeout: 60_000,
  roots: ['<rootDir>/test'],
  // Minutes of kills, faults and load, and a browser: npm run test:crash, test:faults, test:soak, test:browser.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/crash/',
    '<rootDir>/test/faults/',
    '<rootDir>/test/soak/',
    '<rootDir>/test/browser/',
  ],
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
