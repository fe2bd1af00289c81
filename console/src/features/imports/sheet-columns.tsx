import { SelectField } from '../../components/choice-fields.tsx';
import { imports as words } from '../../lib/texts/imports.texts.ts';
import type { Columns } from './queries.ts';

interface SheetColumnsProps {
  /** The names of the columns. */
  names: readonly string[];
  /** What was chosen; the others become what their names say. */
  columns: Columns;
  onChange: (columns: Columns) => void;
}

const CHOICES = [
  { value: '', label: words.byItsName },
  ...Object.entries(words.sheetFields).map(([value, label]) => ({ value, label })),
];

/** Which field each column of a sheet becomes. */
export function SheetColumns({ names, columns, onChange }: SheetColumnsProps) {
  if (names.length === 0) return null;
  const choose = (name: string, field: string) => {
    // A field is one column's: the one that had it goes back to its name.
    const others = Object.entries(columns).filter(([other, taken]) => other !== name && taken !== field);
    onChange(Object.fromEntries(field ? [...others, [name, field]] : others) as Columns);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{words.columns}</legend>
      <p className="mb-2 text-xs text-muted">{words.columnsHint}</p>
      <div className="grid gap-3 sm:grid-cols-3">
        {names.map((name) => (
          <SelectField
            key={name}
            label={words.column(name)}
            value={columns[name] ?? ''}
            choices={CHOICES}
            onChange={({ target }) => choose(name, target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
