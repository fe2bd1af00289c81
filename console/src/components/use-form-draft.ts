import { useEffect, useRef, useState } from 'react';
import { useOfferedDraft } from '../lib/drafts.ts';
import type { useSubmit } from './form.tsx';

/** What JSON can hold: texts, and what a form of more has chosen. */
type Values = Record<string, unknown>;

/** A form of a dialog; with `values`, what is typed into it is kept. */
export type DraftedForm = ReturnType<typeof useSubmit> & {
  values?: Readonly<Values>;
  /** Takes some of `values`. */
  restore?: (values: never) => void;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Not even for a moment. */
const isSecret = (name: string): boolean => /password|secret|code/i.test(name);

/**
 * Keeps what was typed into a dialog that is left by Escape, by a press outside, or with its page. Sent or given up by "Cancel", it
 * is forgotten.
 */
export function useFormDraft(title: string, { values, restore }: DraftedForm) {
  const [initial = {}] = useState(values);
  const { offered, take, keep } = useOfferedDraft<Values>(`${title} ${JSON.stringify(initial)}`);
  const isLeft = useRef(false);
  const typed = Object.entries(values ?? {}).filter(([name, value]) => value !== '' && !isSame(value, initial[name]));
  const isKept = typed.length > 0 && !Object.keys(initial).some(isSecret);
  const text = JSON.stringify(typed);
  useEffect(() => {
    if (isKept) keep(Object.fromEntries(typed));
  }, [isKept, text]);
  useEffect(
    () => () => {
      if (!isLeft.current && restore) keep(undefined);
    },
    [],
  );
  return {
    offered,
    restore: (kept: Values) => {
      take();
      restore?.(kept as never);
    },
    leave: () => {
      isLeft.current = true;
    },
  };
}
