const message = 'Requests leave by OutboundHttp or OperatorHttp (src/core/outbound).';

const HTTP_MODULES = ['http', 'https', 'http2', 'node:http', 'node:https', 'node:http2'];

const WAYS_OUT = ['fetch', 'WebSocket', 'EventSource'];

/** Options of ESLint's own rules: only `src/core/outbound` sends requests. */
export const guardedHttp = {
  globals: WAYS_OUT.map((name) => ({ name, message })),
  imports: [
    { name: 'undici', allowTypeImports: true, message },
    ...HTTP_MODULES.map((name) => ({
      name,
      importNames: ['default', 'request', 'get', 'connect', 'Agent', 'ClientRequest'],
      allowTypeImports: true,
      message,
    })),
  ],
  syntax: [
    `MemberExpression[object.name=/^global(This)?$/][property.name=/^(${WAYS_OUT.join('|')})$/]`,
    'VariableDeclarator[id.type="ObjectPattern"][init.name=/^global(This)?$/]',
    'ImportExpression[source.value=/^(undici|(node:)?(https?|http2))$/]',
    'CallExpression[callee.property.name="getBuiltinModule"]',
  ].map((selector) => ({ selector, message })),
};
