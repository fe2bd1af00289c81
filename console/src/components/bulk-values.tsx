import { useState } from 'react';
import type { CustomField } from '../lib/fields.ts';
import { bulk } from '../lib/texts/bulk.texts.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { FieldInput } from './field-input.tsx';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useSubmit } from './form.tsx';
import { HoursField } from './hours-input.tsx';

export const DATES = ['startDate', 'dueDate'] as const;

export type DateName = (typeof DATES)[number];

interface FieldValueProps {
  field: CustomField;
  change: (value: unknown) => Promise<void>;
  onClose: () => void;
}

export function FieldValue({ field, change, onClose }: FieldValueProps) {
  const [value, setValue] = useState<unknown>(null);
  const form = useSubmit(() => change(value), onClose);
  const name = `set.custom.${field.key}`;
  return (
    <FormDialog
      title={field.name}
      action={bulk.change}
      form={{ ...form, values: { value }, restore: (kept: { value?: unknown }) => setValue(kept.value ?? null) }}
      shown={[name]}
      onClose={onClose}
    >
      <FieldInput field={field} hint={bulk.noValue} value={value} error={form.errors[name]} onChange={setValue} />
    </FormDialog>
  );
}

export function PointsOfAll({ change, onClose }: { change: (points: string) => Promise<void>; onClose: () => void }) {
  const [points, setPoints] = useState('');
  const form = useSubmit(() => change(points), onClose);
  const field = 'set.estimatedHours';
  const { points: label } = workTexts.task;
  return (
    <FormDialog
      title={label}
      action={bulk.change}
      form={{ ...form, values: { points }, restore: (kept: { points?: string }) => setPoints(kept.points ?? '') }}
      shown={[field]}
      onClose={onClose}
    >
      <HoursField
        label={label}
        hint={bulk.noPoints}
        autoFocus
        value={points}
        error={form.errors[field]}
        onChange={({ target }) => setPoints(target.value)}
      />
    </FormDialog>
  );
}

interface DateOfAllProps {
  name: DateName;
  change: (date: string) => Promise<void>;
  onClose: () => void;
}

export function DateOfAll({ name, change, onClose }: DateOfAllProps) {
  const [date, setDate] = useState('');
  const form = useSubmit(() => change(date), onClose);
  const field = `set.${name}`;
  const label = workTexts.task[name];
  return (
    <FormDialog
      title={label}
      action={bulk.change}
      form={{ ...form, values: { date }, restore: (kept: { date?: string }) => setDate(kept.date ?? '') }}
      shown={[field]}
      onClose={onClose}
    >
      <TextField
        label={label}
        hint={bulk.noDate}
        type="date"
        autoFocus
        value={date}
        error={form.errors[field]}
        onChange={({ target }) => setDate(target.value)}
      />
    </FormDialog>
  );
}
