const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { posix } = require('node:path');

const MODULES = 'src/modules';

/** The public files of a module: itself, the files of what its `exports` name, its DTOs and its hooks. */
const DOORS_OF_MODULES = filesBelow(MODULES)
  .filter((file) => file.endsWith('.module.ts'))
  .flatMap((file) => [file, ...exportsOf(file)]);

const SERVICES = filesBelow(MODULES).filter((file) => file.endsWith('.service.ts'));

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => posix.join(folder, name.replaceAll('\\', '/')));
}

function exportsOf(file) {
  const text = readFileSync(file, 'utf8');
  const [, names = ''] = /exports: \[([^\]]*)\]/.exec(text) ?? [];
  return (names.match(/\w+/g) ?? []).flatMap((name) => {
    const [, path] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\./[^']+)\\.js'`).exec(text) ?? [];
    return path === undefined ? [] : [posix.join(posix.dirname(file), `${path}.ts`)];
  });
}

/** A resource has its controller and its service side by side, whether others may ask for the service or not. */
const isOfController = (service) => existsSync(service.replace('.service.', '.controller.'));

/** As patterns; of no file, one that nothing matches. */
const exactly = (files) => files.map((file) => `^${file.replaceAll('.', '\\.')}$`).concat('(?!)');

/** The modules that the sources of each module import. */
const IMPORTED_MODULES = new Map(
  readdirSync(MODULES).map((module) => {
    const sources = filesBelow(`${MODULES}/${module}`).filter((file) => /(?<!\.spec)\.ts$/.test(file));
    const imported = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'#modules\/([^/]+)\//g)]);
    return [module, new Set(imported.map(([, other]) => other))];
  }),
);

/** Of two modules at most one imports the other: for each pair that does, every such import is an error. */
const mutualModules = [...IMPORTED_MODULES].flatMap(([module, imported]) =>
  [...imported]
    .filter((other) => IMPORTED_MODULES.get(other)?.has(module))
    .map((other) => ({
      name: `mutual-modules-${module}-${other}`,
      severity: 'error',
      from: { path: `^${MODULES}/${module}/` },
      to: { path: `^${MODULES}/${other}/` },
    })),
);

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
      // A spec may try together what is spread over modules.
      from: { path: '^src/common/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(common|config)/' },
    },
    {
      name: 'core-imports-common',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(core|schema|common|config)/' },
    },
    {
      name: 'modules-import-core',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(modules|core|schema|common|config)/' },
    },
    {
      name: 'schema-is-a-floor',
      comment: 'Tables and SQL with a meaning, without entities and DTOs: modules and core stand above it.',
      severity: 'error',
      from: { path: '^src/schema/' },
      to: { path: '^(src/|ormconfig)', pathNot: '^src/(schema|common|config|core/database)/' },
    },
    {
      name: 'database-below-schema',
      severity: 'error',
      from: { path: '^src/core/database/' },
      to: { path: '^src/schema/' },
    },
    ...mutualModules,
    {
      name: 'modules-import-public-files',
      comment: 'What a module does not export from its *.module.ts is its own.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/',
        pathNot: ['^src/modules/$1/', '\\.(dto|hooks)\\.ts$', ...exactly(DOORS_OF_MODULES)],
      },
    },
    {
      name: 'services-are-public',
      comment: 'No module exports it, and it has no controller of its name: leave out `.service`.',
      severity: 'error',
      from: {},
      to: { path: exactly(SERVICES.filter((file) => !DOORS_OF_MODULES.includes(file) && !isOfController(file))) },
    },
    {
      name: 'commands-call-services',
      severity: 'error',
      from: { path: '^src/([^/]+\\.ts$|cli/)' },
      to: { path: '^src/modules/', pathNot: exactly(DOORS_OF_MODULES) },
    },
    {
      name: 'migrations-stand-alone',
      comment:
        'What a migration did must not change with the code. The error only says why one does nothing; how letters fold never changes.',
      severity: 'error',
      from: { path: '^src/migrations/' },
      to: { path: '^(src/(?!migrations/|config/configuration-error|common/text/folded)|ormconfig)' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'It is published, without the service.',
      severity: 'error',
      from: { path: '^sdk/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^sdk/' },
    },
    {
      name: 'console-on-the-sdk-alone',
      severity: 'error',
      from: { path: '^console/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(src|test|bench|scripts|ormconfig)' },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: { path: '^console/src/features/', pathNot: '^console/src/features/$1/' },
    },
    {
      name: 'lib-is-lowest',
      severity: 'error',
      from: { path: '^console/src/lib/' },
      to: { path: '^console/src/(?!lib/)' },
    },
    {
      name: 'components-know-no-feature',
      severity: 'error',
      from: { path: '^console/src/components/' },
      to: { path: '^console/src/(features|app)/' },
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
      from: {
        orphan: true,
        pathNot: [
          '^src/main\\.ts$',
          '^src/migrations/\\d+-',
          '^src/cli/',
          '/no-(process|mutations)\\.ts$',
          '\\.d\\.ts$',
          '^(test|bench)/',
        ],
      },
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
    // Programs of generated clients are compiled with what is generated, by their test.
    exclude: { path: '^test/generators/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count: they tie modules together just as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
    },
  },
};
