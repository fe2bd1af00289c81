import { useId } from 'react';

interface RadioBarProps<Value extends string> {
  /** The accessible name. */
  label: string;
  choices: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices side by side, of which one holds. */
export function RadioBar<Value extends string>({ label, choices, value, onChange }: RadioBarProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="flex rounded-md border border-line p-px">
      {(Object.keys(choices) as Value[]).map((one) => (
        <label
          key={one}
          className="hit relative flex items-center rounded-sm px-2 text-xs text-muted has-checked:bg-hover has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            checked={one === value}
            onChange={() => onChange(one)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {choices[one]}
        </label>
      ))}
    </div>
  );
}
