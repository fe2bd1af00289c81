import type { CustomFieldType, FieldDefinition } from '#schema/fields.js';
import { headerKey } from '../csv/csv-rows.js';
import type { ImportMapping } from '../import-input.dto.js';
import type { ReportedField } from '../import-report.js';

/** What a column becomes that has no place of its own here. */
export type FieldPlan =
  | { readonly kind: 'field'; readonly id: string }
  | { readonly kind: 'create'; readonly name: string; readonly type: CustomFieldType }
  | { readonly kind: 'description' }
  | { readonly kind: 'skip' };

/** By choice, else as ever; in a sheet, a column that is called as a field is that field. `columns` have no place of their own. */
export function fieldPlans(
  columns: readonly ReportedField[],
  { fields: chosen = {} }: ImportMapping,
  known: readonly FieldDefinition[],
  isSheet: boolean,
): Map<string, FieldPlan> {
  const plans = new Map<string, FieldPlan>();
  for (const { name, becomes } of columns) {
    const choice = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    if (choice === 'description' || choice === 'skip') plans.set(name, { kind: choice });
    else if (choice && 'field' in choice) plans.set(name, { kind: 'field', id: choice.field.toLowerCase() });
    else if (choice) plans.set(name, { kind: 'create', ...choice.create });
    else if (becomes === 'description') plans.set(name, { kind: becomes });
    else if (isSheet) {
      const same = known.find(
        (field) =>
          !field.archived && [field.name, `custom.${field.key}`].some((one) => headerKey(one) === headerKey(name)),
      );
      if (same) plans.set(name, { kind: 'field', id: same.id });
    }
  }
  return plans;
}

/** What the report says that a column becomes. */
export function becomesOf(plan: FieldPlan, known: readonly FieldDefinition[]): string | null {
  if (plan.kind === 'skip') return null;
  if (plan.kind === 'description') return plan.kind;
  if (plan.kind === 'create') return plan.name;
  return known.find(({ id }) => id === plan.id)?.name ?? null;
}
