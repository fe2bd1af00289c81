import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { Field, type Labelled } from './field.tsx';
import { Picker } from './picker.tsx';

export interface Choice {
  value: string;
  label: string;
}

/** Longer lists are searched. */
const MOST_NATIVE = 12;

/** One of some choices; the same listbox as everywhere when they are many. */
export function SelectField({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  choices,
  ...rest
}: Labelled<ComponentProps<'select'>> & { choices: readonly Choice[] }) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
      {(wired) =>
        choices.length > MOST_NATIVE ? (
          <LongSelect {...rest} {...wired} label={label} choices={choices} />
        ) : (
          <select {...rest} {...wired} className="field control">
            {choices.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}

interface BareSelectProps {
  /** Its accessible name; nothing is shown of it. */
  label: string;
  choices: readonly Choice[];
  value: string;
  className?: string;
  onChoose: (value: string) => unknown;
}

/** The same without a visible label. */
export function BareSelect({ label, choices, value, className, onChoose }: BareSelectProps) {
  const given = { value, onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => void onChoose(target.value) };
  if (choices.length > MOST_NATIVE)
    return (
      <span className={className}>
        <LongSelect {...given} label={label} choices={choices} />
      </span>
    );
  return (
    <select {...given} aria-label={label} className={cx('field control', className)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

type LongSelectProps = Pick<
  ComponentProps<'select'>,
  'id' | 'value' | 'disabled' | 'onChange' | 'aria-invalid' | 'aria-describedby'
> & {
  label: string;
  choices: readonly Choice[];
};

function LongSelect({ label, choices, value, disabled = false, onChange, ...wiring }: LongSelectProps) {
  const chosen = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <Picker
      {...wiring}
      label={label}
      isField
      options={choices}
      selected={[chosen?.value ?? '']}
      isDisabled={disabled}
      onChange={([next = '']) => onChange?.({ target: { value: next } } as ChangeEvent<HTMLSelectElement>)}
      className="field control flex w-full items-center justify-between gap-2 text-left"
    >
      <span className="truncate">{chosen?.label}</span>
      <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
    </Picker>
  );
}

/** What is chosen stands at once. Where that is sent, `send` resolves when it has arrived or was refused: then `present` stands. */
function useChosen(present: boolean): [boolean, (on: boolean, send: () => void | Promise<void>) => void] {
  const [chosen, setChosen] = useState<boolean>();
  const choose = (on: boolean, send: () => void | Promise<void>) => {
    setChosen(on);
    void Promise.resolve(send()).finally(() => setChosen(undefined));
  };
  return [chosen ?? present, choose];
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'checked' | 'onChange'> & {
  label: string;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void | Promise<void>;
};

export function Checkbox({ label, className, checked, onChange, ...rest }: CheckboxProps) {
  const [isOn, choose] = useChosen(checked);
  return (
    <label className={cx('control inline-flex items-center gap-2 text-sm', className)}>
      <input
        type="checkbox"
        {...rest}
        checked={isOn}
        onChange={(event) => choose(event.target.checked, () => onChange(event))}
        className="size-4 accent-accent"
      />
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
  onChange: (checked: boolean) => void | Promise<void>;
}) {
  const [isOn, choose] = useChosen(checked);
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      onClick={() => choose(!isOn, () => onChange(!isOn))}
      className="control inline-flex items-center gap-2 rounded-md px-2 text-sm hover:bg-hover"
    >
      <span
        aria-hidden
        className={cx(
          'h-4 w-7 rounded-full border p-px transition-colors',
          isOn ? 'border-accent bg-accent' : 'border-edge',
        )}
      >
        <span
          className={cx(
            'block size-3 rounded-full transition-transform',
            isOn ? 'translate-x-3 bg-on-accent' : 'bg-edge',
          )}
        />
      </span>
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </button>
  );
}
