import { render } from './names.mjs';

/**
 * The files that name every module, and how each comes to name another one. What is inserted is written as in the
 * template, and formatted later.
 */
export function registrations(names) {
  const own = (text) => render(text, names);
  return {
    'src/app.module.ts': (text) =>
      insert(
        addImports(text, { [own('SampleThingsModule')]: own('#modules/sample-things/sample-things.module.js') }),
        /const RESOURCES = \[/,
        own('SampleThingsModule,'),
      ),
    'src/core/access/permissions.ts': (text) =>
      insert(text, /const LEAST_ROLE = \{/, own(`'sample-things:write': 'MEMBER',`), (line) =>
        line.includes(`'ADMIN'`),
      ),
    'src/core/openapi/tags.ts': (text) =>
      insert(
        text,
        /const TAGS[^=]*= \[/,
        own(`{ name: 'sample-things', description: 'Sample things of the company.' },`),
        isHealth,
      ),
    'README.md': (text) =>
      text.replace(/^- \*\*health\*\*/m, own('- **sample-things**: Sample things of the company.\n$&')),
    'test/support/permission-table.ts': (text) => insert(text, /const LEAST_ROLES[^=]* = \{/, own(ROUTES)),
    'test/factories/resources.factory.ts': (text) => {
      const made = own(`const sampleThings = await make('/sample-things', { name: 'Name' });`);
      const entry = names.plural.includes('-') ? own(`'sample-things': sampleThings,`) : own('sampleThings,');
      const isReturn = (line) => line.startsWith('  return {');
      return [
        [/const COMPANY_WIDE = \[/, own(`'sample-things',`)],
        [/function createResources\([^)]*\)[^{]*\{/, made, isReturn],
        [/\n {2}return \{/, entry],
      ].reduce((changed, insertion) => insert(changed, ...insertion), text);
    },
  };
}

/** Health comes last in the description. */
const isHealth = (line) => line.includes(`'health'`);

const ROUTES = `'GET /sample-things': 'VIEWER',
  'POST /sample-things': 'MEMBER',
  'GET /sample-things/{id}': 'VIEWER',
  'PUT /sample-things/{id}': 'MEMBER',
  'DELETE /sample-things/{id}': 'MEMBER',`;

/**
 * Inserts lines between the bracket that `opening` ends with and the one that closes it: before the first line that
 * `isLater` says comes later, or else at the end.
 */
function insert(text, opening, inserted, isLater = () => false) {
  const found = opening.exec(text);
  if (!found) throw new Error(`nothing matches ${opening}: scripts/generate-module/registrations.mjs must be mended`);
  const start = found.index + found[0].length;
  const end = closingBracket(text, start);
  const lines = text.slice(start, end).trimEnd().split('\n');
  const later = lines.findIndex(isLater);
  if (later >= 0) lines.splice(later, 0, inserted);
  else lines.push(`${lines.pop().replace(/([^,])$/, '$1,')}`, inserted);
  return `${text.slice(0, start)}${lines.join('\n')}\n${text.slice(end)}`;
}

function closingBracket(text, start) {
  let depth = 1;
  for (let index = start; index < text.length; index += 1) {
    if ('([{'.includes(text[index])) depth += 1;
    if (')]}'.includes(text[index])) depth -= 1;
    if (depth === 0) return index;
  }
  throw new Error('a bracket is not closed');
}

/** Adds imports by name, each among those of modules in the order of their paths. */
function addImports(text, imports) {
  return Object.entries(imports).reduce((changed, [name, path]) => {
    const statement = `import { ${name} } from '${path}';\n`;
    const siblings = [...changed.matchAll(/^import [^;]*? from '(#modules\/[^']+)';\n/gm)];
    const next = siblings.find(([, from]) => from > path);
    const last = siblings.at(-1);
    const at = next ? next.index : last.index + last[0].length;
    return changed.slice(0, at) + statement + changed.slice(at);
  }, text);
}
