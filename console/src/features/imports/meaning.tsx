import type { ImportResponse } from 'project-management-sdk';
import type { Choice } from '../../components/choice-fields.tsx';

interface MeaningProps {
  row: ImportResponse;
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => Promise<void>;
}

/** What a name of the file becomes: chosen before the start, shown afterwards. */
export function Meaning({ row: { state }, label, value, choices, onChoose }: MeaningProps) {
  if (state !== 'checked') return choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <select
      aria-label={label}
      className="field control max-w-60"
      value={value}
      onChange={({ target }) => void onChoose(target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
