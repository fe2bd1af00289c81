const METHODS = ['get', 'post', 'put', 'delete'];

/**
 * The text of operations.gen.ts: of each operation its method and path, which the client needs at run time, and the names
 * of its types in types.gen.ts.
 */
export function operationsModule(document) {
  const operations = operationsOf(document);
  return `// Generated from openapi.json: npm run sdk:generate

import type * as types from './types.gen.js';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** It has cursor pages. */
  readonly hasCursor?: true;
}

/** What the client knows of each operation at run time. */
export const OPERATIONS = {
${operations.map(runtimeLine).join('\n')}
} as const satisfies Record<string, Operation>;

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

function runtimeLine({ id, method, path, hasCursor }) {
  return `  ${id}: { method: '${method}', path: '${path}'${hasCursor ? ', hasCursor: true' : ''} },`;
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
