const API_OF_A_MODULE = '\\.(module|service)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'config-imports-nothing',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/config/' },
    },
    {
      name: 'common-imports-config',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(common|config)/' },
    },
    {
      name: 'core-imports-common',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(core|common|config)/' },
    },
    {
      name: 'modules-import-core',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(modules|core|common|config)/' },
    },
    {
      name: 'modules-meet-through-services',
      comment: 'Entities, DTOs, repositories and controllers are a module’s own.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', API_OF_A_MODULE] },
    },
    {
      name: 'commands-call-services',
      severity: 'error',
      from: { path: '^src/([^/]+\\.ts$|cli/)' },
      to: { path: '^src/modules/', pathNot: API_OF_A_MODULE },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'What a migration did must not change with the code.',
      severity: 'error',
      from: { path: '^src/migrations/' },
      to: { path: '^(src/|ormconfig)' },
    },
    {
      name: 'src-without-tests',
      severity: 'error',
      from: { path: '^(src/|ormconfig)', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^(test|bench|scripts)/', '\\.(e2e-)?spec\\.ts$'] },
    },
    {
      name: 'src-without-development-packages',
      severity: 'error',
      from: { path: '^(src/|ormconfig)', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['^src/main\\.ts$', '^src/cli/', '\\.d\\.ts$', '^(test|bench)/'] },
      to: {},
    },
    {
      name: 'no-grab-bags',
      comment: 'A file is named after what it holds.',
      severity: 'error',
      from: {},
      to: { path: '/(index|utils?|helpers?|manager)\\.ts$', pathNot: 'node_modules' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count: they tie modules together just as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
