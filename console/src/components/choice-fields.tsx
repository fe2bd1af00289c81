import type { ComponentProps } from 'react';
import { cx } from '../lib/cx.ts';
import { Field, type Labelled } from './field.tsx';

export interface Choice {
  value: string;
  label: string;
}

export function SelectField({
  label,
  hint,
  error,
  className,
  choices,
  ...rest
}: Labelled<ComponentProps<'select'>> & { choices: readonly Choice[] }) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wired) => (
        <select {...rest} {...wired} className="field control">
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Checkbox({ label, className, ...rest }: Labelled<ComponentProps<'input'>>) {
  return (
    <label className={cx('control inline-flex items-center gap-2 text-sm', className)}>
      <input type="checkbox" {...rest} className="size-4 accent-accent" />
      {label}
    </label>
  );
}

export function Switch({
  label,
  isLabelHidden = false,
  checked,
  onChange,
}: {
  label: string;
  /** It is read out only, where what stands beside it says it. */
  isLabelHidden?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className="control inline-flex items-center gap-2 rounded-md px-2 text-sm hover:bg-hover"
    >
      <span
        aria-hidden
        className={cx(
          'h-4 w-7 rounded-full border p-px transition-colors',
          checked ? 'border-accent bg-accent' : 'border-edge',
        )}
      >
        <span
          className={cx(
            'block size-3 rounded-full transition-transform',
            checked ? 'translate-x-3 bg-on-accent' : 'bg-edge',
          )}
        />
      </span>
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </button>
  );
}
