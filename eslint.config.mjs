import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { companyScope } from './scripts/eslint/company-scope.mjs';
import { guardedHttp } from './scripts/eslint/guarded-http.mjs';
import { routeAccess } from './scripts/eslint/route-access.mjs';
import { sqlInRepositories } from './scripts/eslint/sql-in-repositories.mjs';

const local = {
  rules: { 'company-scope': companyScope, 'route-access': routeAccess, 'sql-in-repositories': sqlInRepositories },
};

const bySdk = (name) => ({ name, message: 'Call the API by its SDK.' });

/** A constructor may take 7 arguments (max-params), everything else 5. */
const moreThanFiveParameters = [
  'FunctionDeclaration[params.length>5]',
  'ArrowFunctionExpression[params.length>5]',
  ':not(MethodDefinition[kind="constructor"]) > FunctionExpression[params.length>5]',
].map((selector) => ({ selector, message: 'More than 5 parameters: take an object.' }));

/** One verb, one meaning. `findOne` of a controller and its service is the name of a route. */
const verbs = [
  {
    selector: 'MethodDefinition[key.name=/^find(?!One$)/] ThrowStatement[argument.callee.name=/NotFoundError$/]',
    message: '`find…` gives undefined for what is missing; `get…` throws NotFoundError.',
  },
  ...['MethodDefinition[key.name=/^require/] > FunctionExpression', 'FunctionDeclaration[id.name=/^require/]'].flatMap(
    (named) =>
      ['type="TSVoidKeyword"', 'typeArguments.params.0.type="TSVoidKeyword"'].map((nothing) => ({
        selector: `${named}[returnType.typeAnnotation.${nothing}]`,
        message: '`require…` returns what it has checked; `ensure…` only checks.',
      })),
  ),
];

/**
 * A public method says what it finds, locks or writes. Hooks name their listeners freely; PUT and PATCH of a whole are
 * `replace` and `patch`, and `run` is what a schedule calls.
 */
const namelessMethods = [
  {
    selector:
      'ClassDeclaration[decorators.0.expression.callee.name="Injectable"] > ClassBody > MethodDefinition[kind="method"][accessibility!=/^pr/][decorators.length=0][key.name=/^(?!(create|findAll|findOne|update|remove|replace|patch|run)$)[a-z]+$/]',
    message: 'Name what it works on: `lockLabels`, not `lock`.',
  },
];

const ofKeys = (selector) => ({ selector, message: 'Ask `keyOf` and `hearKeys` of lib/keys.ts.' });

/** One place decides what a key is: what composes is no command, and a letter is one in every layout. */
const keys = [
  'CallExpression[callee.property.name="addEventListener"][arguments.0.value=/^key/]',
  'CallExpression[callee.name="addEventListener"][arguments.0.value=/^key/]',
  'MemberExpression[object.name=/event$/i][property.name=/^(key|code|keyCode|which)$/]',
  'VariableDeclarator[init.name=/event$/i] > ObjectPattern > Property[key.name=/^(key|code|keyCode|which)$/]',
  'ObjectPattern[typeAnnotation.typeAnnotation.typeName.name="KeyboardEvent"]',
  'JSXAttribute[name.name=/^onKey/] ObjectPattern > Property[key.name="key"]',
].map(ofKeys);

const unpacked = ['SpreadElement', 'JSXSpreadAttribute'].map((spread) => ({
  selector: `${spread} > ObjectExpression`,
  message: 'Write the properties out.',
}));

/** In a loop that takes a time that grows with the square of the values. */
const longerCopy =
  ':matches(ArrayExpression[elements.length>1], ObjectExpression[properties.length>1]) > SpreadElement';
const copiedLists = [
  {
    selector: 'CallExpression[callee.property.name="set"] > ArrayExpression[elements.length>1] > SpreadElement',
    message: 'Add to the list with `addTo`, in place of a copy of it.',
  },
  {
    selector:
      ':matches(ForStatement, ForOfStatement, ForInStatement, WhileStatement) AssignmentExpression > ArrayExpression[elements.length>1] > SpreadElement',
    message: 'Push to the list, in place of a copy of it.',
  },
  {
    selector: `CallExpression[callee.property.name="reduce"] > ArrowFunctionExpression ${longerCopy}`,
    message: 'Fill one list or object in a loop, in place of a copy for each value.',
  },
];

const restrictedSyntax = [...moreThanFiveParameters, ...verbs, ...unpacked, ...copiedLists];

const restrictedImports = [
  { name: '@nestjs/common', importNames: ['forwardRef'], message: 'Imports point one way.' },
  { name: 'node:process', message: 'Use the global `process`.' },
  { name: 'process', message: 'Use the global `process`.' },
  { name: 'uuid', message: 'New ids come from `#common/ids/uuid-v7.js`.' },
];

/** What is far away is named from the top: `#core/…`, `#modules/…`. */
const farImports = [
  { regex: '^(\\.\\./){2,}(src|common|config|core|modules|schema)/', message: 'Name it from the top: `#core/…`.' },
];

export default defineConfig(
  // Programs of generated clients are compiled with what is generated, by their test.
  { ignores: ['**/dist/', 'data/', 'coverage/', '**/*.gen.ts', 'test/generators/'] },
  {
    // Exceptions are made here, where they can be seen together.
    linterOptions: { noInlineConfig: true },
  },
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { console: 'readonly', module: 'writable', process: 'readonly', require: 'readonly' } },
  },
  {
    files: ['**/*.spec.mjs'],
    languageOptions: { globals: { describe: 'readonly', expect: 'readonly', it: 'readonly' } },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { local },
    languageOptions: { parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 400],
      'max-params': ['error', 7],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Nest's modules are empty classes with a decorator; interfaces that modules add to begin empty.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      // Libraries hand over what was thrown as `unknown`, to be thrown on.
      '@typescript-eslint/only-throw-error': 'off',
      'no-throw-literal': 'error',
      // DTOs, entities and Nest's options are classes that plain objects stand in for.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Takes what another part of the program changes during an `await` for unchanged.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // `rows<Row>(sql)`: the caller knows the type, the compiler cannot.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // PostgreSQL's type ids are numbers, of which pg's enum names some.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  // Named, not found by themselves: a service that looks for the project of each file takes a third longer.
  ...['console', 'sdk'].map((workspace) => ({
    files: [`${workspace}/**/*.{ts,tsx}`],
    languageOptions: { parserOptions: { project: `${workspace}/tsconfig.json` } },
  })),
  {
    files: ['src/**/*.ts', 'sdk/**/*.ts', 'ormconfig.ts'],
    rules: {
      'max-lines-per-function': ['error', 50],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config reads the environment.' },
      ],
      'no-restricted-imports': ['error', { paths: restrictedImports, patterns: farImports }],
      'local/company-scope': 'error',
      'local/route-access': 'error',
    },
  },
  {
    files: ['console/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'max-lines': ['error', 300],
      'no-console': 'error',
      'react-hooks/rules-of-hooks': 'error',
      'no-restricted-syntax': ['error', ...moreThanFiveParameters, ...verbs, ...unpacked, ...keys],
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'Make elements.',
        })),
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/src/core/**', '**/src/modules/**', '**/src/common/**'] }] },
      ],
    },
  },
  {
    files: ['console/src/lib/{keys,kept-keys,press-key}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...moreThanFiveParameters, ...verbs, ...unpacked] },
  },
  {
    // The SDK is how everything but tests and benchmarks speaks to the API; these two carry its requests, and MCP's.
    files: ['console/src/**/*.{ts,tsx}', 'scripts/**/*.mjs'],
    ignores: ['console/src/lib/api.ts', 'scripts/mcp-eval/agent.mjs'],
    rules: {
      'no-restricted-globals': ['error', ...['fetch', 'EventSource', 'XMLHttpRequest', 'WebSocket'].map(bySdk)],
    },
  },
  {
    files: ['src/**/*.ts', 'ormconfig.ts'],
    ignores: ['src/core/outbound/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', ...guardedHttp.globals],
      'no-restricted-imports': [
        'error',
        { paths: [...restrictedImports, ...guardedHttp.imports], patterns: farImports },
      ],
      'no-restricted-syntax': ['error', ...restrictedSyntax, ...guardedHttp.syntax],
    },
  },
  {
    // The second orders its ids by when requests arrived.
    files: ['src/common/ids/uuid-v7.ts', 'src/modules/api-keys/api-key-usage.repository.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/modules/**/*.ts'],
    ignores: ['**/*.{controller,interceptor,spec}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...restrictedSyntax, ...guardedHttp.syntax, ...namelessMethods] },
  },
  {
    files: ['src/modules/**/*.ts'],
    ignores: [
      '**/*.repository.ts',
      '**/*.spec.ts',
      // Partial indexes.
      '**/*.entity.ts',
      // A rule of a colleague is a condition in SQL; the statements of rules are put together beside them.
      'src/modules/virtual-colleagues/rules/**',
      // The compiler of the filter language makes SQL.
      'src/modules/filters/{filter-compiler,own-conditions}.ts',
    ],
    rules: { 'local/sql-in-repositories': 'error' },
  },
  {
    files: ['src/config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/main.ts', 'src/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Where the company-scoped repository and the transactions under it are made.
    files: ['src/core/database/**/*.ts', 'src/core/company-scope/**/*.ts'],
    rules: { 'local/company-scope': 'off' },
  },
  {
    // The library marks it so that it stands out; the outbound guard decides which addresses need no TLS.
    files: ['src/modules/sso/issuer-clients.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    // A schema is as long as it is.
    files: ['src/migrations/**/*.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', '{src,sdk}/**/*.spec.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-properties': 'off',
      'local/company-scope': 'off',
      'local/route-access': 'off',
      // Answers are read as JSON of any shape, methods are watched, and stand-ins need not wait.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // The bodies of answers, which the tests then read as above.
    files: ['test/support/api.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
);
