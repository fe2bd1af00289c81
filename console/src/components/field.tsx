import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { unreadableText } from './readable.ts';

interface Wired {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  /** It is read out only: the field stands in a sentence, which says it. */
  isLabelHidden?: boolean | undefined;
  hint?: string;
  error?: string | undefined;
  className?: string | undefined;
  children: (wired: Wired) => ReactNode;
}

/** A control with its label, and what is wrong with it at its side. */
export function Field({ label, isLabelHidden = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': about || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={cx('text-xs text-danger', isLabelHidden && 'w-max')}>
          {error}
        </p>
      )}
    </div>
  );
}

export type Labelled<Props> = Omit<Props, 'id'> & Pick<FieldProps, 'label' | 'isLabelHidden' | 'hint' | 'error'>;

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  ...rest
}: Labelled<ComponentProps<'input'>>) {
  const [unreadable, setUnreadable] = useState<string>();
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={unreadable ?? error} className={className}>
      {(wired) => (
        <input
          autoComplete="off"
          {...rest}
          {...wired}
          className="field control"
          onInvalid={({ currentTarget }) => setUnreadable(unreadableText(currentTarget))}
          onInput={() => setUnreadable(undefined)}
        />
      )}
    </Field>
  );
}

export function TextArea({ label, hint, error, className, ...rest }: Labelled<ComponentProps<'textarea'>>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wired) => <textarea rows={4} {...rest} {...wired} className="field py-1.5" />}
    </Field>
  );
}
