import { useEffect, useRef } from 'react';
import type { Choice } from './choice-fields.tsx';
import { Picker } from './picker.tsx';

interface ListFieldProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  /** What is shown while nothing is chosen. */
  placeholder?: string;
  autoFocus?: boolean;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A field of a form whose value is chosen from a list that can be searched. */
export function ListField({
  label,
  choices,
  value,
  placeholder = '–',
  autoFocus = false,
  error,
  onChange,
}: ListFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (autoFocus) field.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={field} className="flex min-w-0 flex-col gap-1">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      <Picker
        label={label}
        options={choices}
        selected={value ? [value] : []}
        isField
        onChange={([chosen = '']) => onChange(chosen)}
        className="field control truncate text-left"
      >
        {choices.find((choice) => choice.value === value)?.label ?? placeholder}
      </Picker>
      {error && <p className="text-xs text-danger">{error}</p>}
    </div>
  );
}
