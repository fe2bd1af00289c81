const SCOPED = 'CompanyScopedEntity';
const MANAGERS = new Set(['DataSource', 'EntityManager']);
const REPOSITORIES = new Set(['Repository', 'TreeRepository']);
/** Methods of query builders that name the table they work on. */
const TARGETS = new Set(['delete', 'from', 'insert', 'into', 'update']);

/**
 * Rows of a company are reached through the company-scoped repository, or in SQL with the company in its WHERE clause:
 * never with an entity that extends CompanyScopedEntity and TypeORM's own managers, repositories or query builders,
 * which know no company.
 */
export const companyScope = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unscoped: 'This reaches the rows of every company: use @InjectCompanyScoped(…) or SQL with company_id.',
    },
  },
  create(context) {
    const { program, getTypeAtLocation } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();

    function isScoped(type) {
      const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : undefined;
      if (constraint) return isScoped(constraint);
      if (type.isUnionOrIntersection()) return type.types.some(isScoped);
      if (checker.isArrayType(type)) return checker.getTypeArguments(type).some(isScoped);
      if (type.symbol?.name === SCOPED) return true;
      if (type.getConstructSignatures().some((signature) => isScoped(signature.getReturnType()))) return true;
      return type.isClassOrInterface() && checker.getBaseTypes(type).some(isScoped);
    }

    const isScopedNode = (node) => isScoped(getTypeAtLocation(node));

    function isUnscopedReceiver({ object, property }) {
      const name = getTypeAtLocation(object).symbol?.name ?? '';
      return MANAGERS.has(name) || (name.endsWith('QueryBuilder') && TARGETS.has(property.name));
    }

    const report = (node) => context.report({ node, messageId: 'unscoped' });

    return {
      'CallExpression[callee.type="MemberExpression"]'(call) {
        if (isUnscopedReceiver(call.callee) && call.arguments.some(isScopedNode)) report(call);
      },
      'Decorator > CallExpression[callee.name="InjectRepository"]'(call) {
        if (call.arguments.some(isScopedNode)) report(call);
      },
      TSTypeReference(reference) {
        const isRepository = REPOSITORIES.has(reference.typeName.name);
        if (isRepository && reference.typeArguments?.params.some(isScopedNode)) report(reference);
      },
    };
  },
};
