/** What the methods of a controller are called elsewhere: `findAll` of labels is `listLabels`. */
const VERBS: Readonly<Record<string, string>> = { findOne: 'get', remove: 'delete' };

/**
 * The operationId of a controller's method: `createLabel`, `listLabels`, `startSprint`. Methods for which this gives no
 * good English name theirs: `@ApiOperation({ operationId: 'getSprintBurndown' })`.
 */
export function operationId(controller: string, method: string): string {
  const plural = controller.replace(/Controller$/, '');
  return method === 'findAll' ? `list${plural}` : `${VERBS[method] ?? method}${singularOf(plural)}`;
}

function singularOf(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '');
}
