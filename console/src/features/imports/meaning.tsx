import type { ImportResponse } from 'project-management-sdk';
import { BareSelect, type Choice } from '../../components/choice-fields.tsx';

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
  return <BareSelect label={label} choices={choices} value={value} className="max-w-60" onChoose={onChoose} />;
}
