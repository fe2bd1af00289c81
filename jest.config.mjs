import './scripts/node-version.mjs';

/** Packages that are ES modules alone. They are compiled as the sources are: Jest requires everything. */
const ES_MODULES = [
  '@nestjs',
  '@borewit/text-codec',
  '@octokit/webhooks-methods',
  '@tokenizer',
  'content-disposition',
  'cookie',
  'file-type',
  'fractional-indexing',
  'jose',
  'marked',
  'oauth4webapi',
  'openid-client',
  'p-limit',
  'strtok3',
  'token-types',
  'uint8array-extras',
  'uuid',
  'yocto-queue',
];

/** What one syntax is compiled with. Types are checked elsewhere: by `npm run check`, once for all. */
const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      parser,
      target: 'es2023',
      keepClassNames: true,
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  },
];

const shared = {
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/compile-for-children.mjs'],
  moduleNameMapper: {
    // The sources import `./x.js` and mean `./x.ts`.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#test/(.*)\\.js$': '<rootDir>/test/$1',
    '^#(.*)\\.js$': '<rootDir>/src/$1',
    // Exports nothing that can be required.
    '^@octokit/webhooks-methods$': '<rootDir>/node_modules/@octokit/webhooks-methods/dist-node/index.js',
  },
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
};

/** Starts no database: all of it in a few seconds. */
const unit = {
  ...shared,
  displayName: 'unit',
  testMatch: ['<rootDir>/{src,scripts,sdk/src,console/src}/**/*.spec.{ts,mjs}'],
};

/** The service over HTTP, on a PostgreSQL of the run. `test/jest.faults.config.mjs` has it too. */
export const http = {
  ...shared,
  displayName: 'http',
  testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'],
  moduleNameMapper: { ...shared.moduleNameMapper, '^@node-rs/argon2$': '<rootDir>/test/support/quick-argon2.mjs' },
  setupFiles: [
    ...shared.setupFiles,
    '<rootDir>/test/support/statement-recorder.mjs',
    '<rootDir>/test/support/guarded-fetch.ts',
  ],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** The console in a real browser, against the real service. */
const console = {
  ...http,
  displayName: 'console',
  testMatch: ['<rootDir>/test/console/**/*.console-spec.ts'],
};

export default {
  projects: [unit, http, console],
  testSequencer: '<rootDir>/test/support/longest-first.sequencer.mjs',
  // One more than the cores of a small machine: many suites wait for processes and timers more than they compute.
  maxWorkers: 3,
  // Each suite leaves some 15 MB behind. With a large heap its collection takes longer than what suites measure.
  workerIdleMemoryLimit: '500MB',
  // Five minutes, for tests that hang: a machine that is busy with other things is no failure.
  testTimeout: 300_000,
};
