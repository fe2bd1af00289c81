import { Tags } from 'lucide-react';
import { ColourDot, LabelChip } from '../../components/label-chips.tsx';
import { Picker } from '../../components/picker.tsx';
import type { Label } from '../../lib/model.ts';
import { texts } from '../../lib/texts.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';

interface LabelsFieldProps {
  labels: readonly Label[];
  selected: readonly string[];
  isDisabled?: boolean;
  onChange: (ids: string[]) => void;
}

/** The labels of a task, as chips; pressed, all labels to choose from. */
export function LabelsField({ labels, selected, isDisabled = false, onChange }: LabelsFieldProps) {
  const chosen = labels.filter(({ id }) => selected.includes(id));
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1.5">
      <Picker
        field="labels"
        label={workTexts.task.labels}
        options={labels.map(({ id, name, color }) => ({ value: id, label: name, icon: <ColourDot color={color} /> }))}
        selected={selected}
        isMultiple
        isDisabled={isDisabled}
        onChange={onChange}
        className="control inline-flex items-center gap-1 rounded-md border border-edge bg-surface px-2 text-sm font-medium disabled:border-line"
      >
        <Tags size={14} aria-hidden />
        {workTexts.task.labels}
      </Picker>
      {chosen.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {chosen.length === 0 && <span className="text-sm text-muted">{texts.common.none}</span>}
    </div>
  );
}
