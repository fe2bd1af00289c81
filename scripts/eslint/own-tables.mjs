import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** `src/modules/tasks` of a file in it; `src/core/access` alike. */
const ownerOf = (file) => relative(ROOT, file).split(sep).slice(0, 3).join('/');

/** Who declares the entity of each table. */
const OWNERS = new Map(
  globSync('src/**/*.entity.ts', { cwd: ROOT })
    .map((file) => join(ROOT, file))
    .flatMap((file) => {
      const declared = readFileSync(file, 'utf8').matchAll(/@Entity\('(\w+)'/g);
      return [...declared].map(([, table]) => [table, ownerOf(file)]);
    }),
);

/** Where a name is a table's: after these words, or in a list of FROM, where an alias follows it. */
const TABLE = /(?:\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+(?:ONLY\s+)?|(?<=\bFROM\s[^]*),\s*(?=\w+ [a-z]))(\w+)/g;
/** What a statement itself calls so, and then means. */
const COMMON_TABLE = /\b(\w+)(?: \([^)]*\))? AS (?:(?:NOT )?MATERIALIZED )?\(/g;

/**
 * SQL names the tables of its own module alone. Those of others it writes as their owners offer them: `users('u')` of
 * `users.sql.ts`, or a fragment that says what it means.
 *
 * Options: the exceptions, `[{ table, in: 'src/core/access', because }]`.
 */
export const ownTables = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { tables: { type: 'array' }, in: { type: 'string' }, because: { type: 'string', minLength: 10 } },
          required: ['tables', 'in', 'because'],
          additionalProperties: false,
        },
      },
    ],
    messages: { foreign: 'The table {{table}} belongs to {{owner}}: use what its *.sql.ts or a service offers.' },
  },
  create(context) {
    const own = ownerOf(context.filename);
    const [exceptions = []] = context.options;
    const allowed = exceptions.filter((exception) => exception.in === own).flatMap(({ tables }) => tables);

    function check(node, text) {
      const common = new Set([...text.matchAll(COMMON_TABLE)].map(([, name]) => name));
      for (const [, table] of text.matchAll(TABLE)) {
        const owner = OWNERS.get(table);
        if (owner === undefined || owner === own || common.has(table) || allowed.includes(table)) continue;
        context.report({ node, messageId: 'foreign', data: { table, owner } });
      }
    }

    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral(node) {
        check(node, node.quasis.map(({ value }) => value.cooked).join('$'));
      },
    };
  },
};
