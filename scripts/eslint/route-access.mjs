const ROUTES = new Set(['All', 'Delete', 'Get', 'Head', 'Options', 'Patch', 'Post', 'Put', 'Search', 'Sse']);
const ACCESS = new Set(['Anyone', 'ForDirectory', 'Public', 'RequirePermission']);

const nameOf = ({ expression }) => (expression.type === 'CallExpression' ? expression.callee.name : expression.name);
const hasAny = ({ decorators = [] }, names) => decorators.some((decorator) => names.has(nameOf(decorator)));

/** A route or its class must declare who may call it. The guard would refuse an undeclared route, but only at run time. */
export const routeAccess = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { missing: 'Say who may call this route: @RequirePermission(…) or @Public(), here or on the class.' },
  },
  create(context) {
    return {
      MethodDefinition(method) {
        const controller = method.parent.parent;
        if (!hasAny(method, ROUTES) || hasAny(method, ACCESS) || hasAny(controller, ACCESS)) return;
        context.report({ node: method.key, messageId: 'missing' });
      },
    };
  },
};
