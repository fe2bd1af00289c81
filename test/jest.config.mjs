export default {
  rootDir: '..',
  roots: ['<rootDir>/src', '<rootDir>/scripts', '<rootDir>/test'],
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/scripts/**/*.spec.mjs', '<rootDir>/test/e2e/**/*.e2e-spec.ts'],
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/support/longest-first.sequencer.mjs',
  // One more than the cores of a small machine: many suites wait for processes and timers more than they compute.
  maxWorkers: 3,
  // A machine that is busy with other things is no failure.
  testTimeout: 30_000,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // The sources are compiled to CommonJS here: their imports of `./x.js` mean `./x.ts`.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Says of itself that it can be imported only, and yet can be required.
    '^@octokit/webhooks-methods$': '<rootDir>/node_modules/@octokit/webhooks-methods/dist-node/index.js',
  },
  transform: {
    '\\.ts$': [
      'ts-jest',
      {
        tsconfig: '<rootDir>/test/tsconfig.jest.json',
        // `npm run check` type-checks everything once, instead of every worker its own part.
        diagnostics: false,
        astTransformers: { before: ['<rootDir>/test/support/swagger-transformer.mjs'] },
      },
    ],
  },
  reporters: ['default', '<rootDir>/test/support/closing-line.reporter.mjs'],
};
