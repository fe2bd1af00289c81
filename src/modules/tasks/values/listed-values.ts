import { folded } from '#common/text/folded.js';
import { joinNames } from '#common/csv/csv-format.js';
import type { CsvColumn } from '#common/http/csv-text.js';
import {
  type FieldDefinition,
  isOfProject,
  LISTED_VALUES_JOIN,
  listedValues,
  type StoredValues,
} from '#schema/fields.js';
import { type Custom, shownValues } from './shown-values.js';

/** What a row of a list has besides, until it is shown. */
export interface ValuedRow {
  readonly storedValues?: StoredValues | null;
  readonly valuesProjectId?: string;
  /** Who the persons among the values are, where there are fields of persons. */
  readonly valuesPeople?: Readonly<Record<string, string>> | null;
}

/** The values of the tasks of a list: what its statement selects, and how that is shown. */
export class ListedValues {
  constructor(
    private readonly fields: readonly FieldDefinition[],
    /** What a person is shown by. */
    private readonly personBy: 'name' | 'email' = 'name',
  ) {}

  /** Nothing is read where there are no fields. */
  get columns(): string[] {
    return this.fields.length === 0 ? [] : listedValues(this.fields, this.personBy);
  }

  get join(): string {
    return this.fields.length === 0 ? '' : LISTED_VALUES_JOIN;
  }

  of({ storedValues, valuesProjectId = '', valuesPeople }: ValuedRow): Custom {
    if (!storedValues) return {};
    return shownValues(this.fields, valuesProjectId, storedValues, (userId) => valuesPeople?.[userId]);
  }

  /** The row with its values in the place of what they are made of. */
  shown<Row extends ValuedRow>(row: Row): Omit<Row, keyof ValuedRow> & { custom: Custom } {
    const { storedValues, valuesProjectId, valuesPeople, ...others } = row;
    return { ...others, custom: this.of({ storedValues, valuesProjectId, valuesPeople }) };
  }

  /** A column for each field that is not archived, of the projects if any are asked for; `taken` are the names of others. */
  csvColumns(projectIds: readonly string[] | undefined, taken: readonly string[]): CsvColumn<ValuedRow>[] {
    const names = new Set(taken.map((name) => folded(name)));
    return this.fields
      .filter((field) => !field.archived && (projectIds?.some((id) => isOfProject(field, id)) ?? true))
      .map((field) => ({
        name: names.has(folded(field.name)) ? `custom.${field.key}` : field.name,
        valueOf: (row) => cellOf(this.of(row)[field.key]),
      }));
  }
}

function cellOf(value: Custom[string] | undefined): string | number | boolean | undefined {
  if (typeof value !== 'object') return value;
  return 'id' in value ? value.name : joinNames(value);
}
