import { type SyntheticEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isApiError, messageOf } from '../lib/api.ts';
import { Button } from './button.tsx';
import { findUnreadable } from './readable.ts';
import { Note } from './states.tsx';

interface FormState {
  errors: Readonly<Record<string, string>>;
  failure: string | undefined;
  isBusy: boolean;
}

const CALM: FormState = { errors: {}, failure: undefined, isBusy: false };

/**
 * Sends a form once at a time; what the service says of a field is under its name in `errors` (`details`). The first such field
 * gets the focus.
 */
export function useSubmit<Result>(send: () => Promise<Result>, onDone: (result: Result) => unknown) {
  const [state, setState] = useState(CALM);
  const isSending = useRef(false);
  const element = useRef<Element>(undefined);
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [state.errors]);
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (isSending.current || findUnreadable(event?.currentTarget)) return;
    element.current = event?.currentTarget;
    isSending.current = true;
    setState({ ...CALM, isBusy: true });
    try {
      const result = await send();
      setState(CALM);
      onDone(result);
    } catch (error) {
      setState(failed(error));
    } finally {
      isSending.current = false;
    }
  };
  return { ...state, submit };
}

/** A form of texts: `form.field('name')` wires a field, `form.names` are those at which errors stand. */
export function useForm<Name extends string, Result>(
  initial: Record<Name, string>,
  send: (values: Record<Name, string>) => Promise<Result>,
  onDone: (result: Result) => unknown,
) {
  const [values, setValues] = useState(initial);
  const form = useSubmit(() => send(values), onDone);
  const field = (name: Name) => ({
    value: values[name],
    error: form.errors[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setValues((latest) => ({ ...latest, [name]: value })),
  });
  return {
    ...form,
    values,
    names: Object.keys(initial),
    field,
    clear: () => setValues(initial),
    restore: (kept: Record<string, string>) => setValues((latest) => ({ ...latest, ...kept })),
  };
}

function failed(error: unknown): FormState {
  const details = isApiError(error) ? error.details : undefined;
  return { errors: details ?? {}, failure: details ? undefined : messageOf(error), isBusy: false };
}

/** Errors of fields that the form does not show stand here, so that none is lost. */
export function FormNote({
  failure,
  errors,
  shown,
}: Pick<FormState, 'failure' | 'errors'> & { shown: readonly string[] }) {
  const others = Object.entries(errors).filter(([name]) => !shown.includes(name));
  const lines: ReactNode[] = others.map(([name, text]) => <p key={name}>{`${name}: ${text}`}</p>);
  if (!failure && lines.length === 0) return null;
  return (
    <Note tone="danger">
      {failure}
      {lines}
    </Note>
  );
}

interface FormProps {
  form: ReturnType<typeof useSubmit>;
  /** The fields at which errors stand. */
  shown: readonly string[];
  /** What its button says; without one nothing can be sent. */
  action: string | undefined;
  /** The button is as wide as the fields. */
  isWide?: boolean;
  children: ReactNode;
}

/** Fields of a page, and the button that sends them. */
export function Form({ form, shown, action, isWide = false, children }: FormProps) {
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void form.submit(event)}>
      {children}
      <FormNote {...form} shown={shown} />
      {action !== undefined && (
        <Button type="submit" look="primary" isBusy={form.isBusy} className={isWide ? '' : 'self-start'}>
          {action}
        </Button>
      )}
    </form>
  );
}
