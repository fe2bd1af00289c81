const METHODS = ['get', 'post', 'put', 'delete'];

/**
 * The text of operations.gen.ts: of each operation its method and path, which the client needs at run time, and the names
 * of its types in types.gen.ts.
 */
export function operationsModule(document) {
  const operations = operationsOf(document);
  return `// Generated from openapi.json: npm run sdk:generate

import type * as types from './types.gen.js';

/** The method and path of each operation: all that the client knows at run time, in as few bytes as may be. */
export const OPERATIONS = {
${operations.map(({ id, method, path }) => `  ${id}: '${method} ${path}',`).join('\n')}
} as const;

/** The lists that have cursor pages. */
export const CURSOR_LISTS: readonly string[] = [
${operations
  .filter(({ hasCursor }) => hasCursor)
  .map(({ id }) => `  '${id}',`)
  .join('\n')}
];

/** What each operation takes and answers. */
export interface Operations {
${operations.map(({ id, answer }) => `  ${id}: { data: types.${typeName(id)}Data; answer: ${answer} };`).join('\n')}
}
`;
}

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      id: item[method].operationId,
      method: method.toUpperCase(),
      path,
      answer: answerOf(item[method]),
      hasCursor: (item[method].parameters ?? []).some(({ name }) => name === 'cursor'),
    })),
  );
}

function typeName(id) {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** A stream is given as it is. */
function answerOf({ operationId: id, responses }) {
  if ('text/event-stream' in (responses['200']?.content ?? {})) return 'ReadableStream<Uint8Array>';
  const answers = `types.${typeName(id)}Responses`;
  return `${answers}[keyof ${answers}]`;
}
