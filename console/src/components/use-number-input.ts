import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { refuseUnreadable } from './readable.ts';

/** An input for a number that is saved by Enter or by going on; Escape puts it back. Empty is null. */
export function useNumberInput(number: number | null, save: (number: number | null) => Promise<boolean>) {
  const shown = number === null ? '' : String(number);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const putBack = (input: HTMLInputElement) => {
    setText(shown);
    // An unreadable text is not in the state.
    input.value = shown;
  };
  return {
    type: 'number',
    min: 0,
    step: 'any',
    inputMode: 'decimal',
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value),
    onBlur: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      if (refuseUnreadable(input)) putBack(input);
      else if (text !== shown)
        void save(text === '' ? null : Number(text)).then((isSaved) => !isSaved && setText(shown));
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { currentTarget: input, key } = event;
      if (key === 'Enter') input.blur();
      if (key !== 'Escape' || (text === shown && !input.validity.badInput)) return;
      // Not for the drawer around it.
      event.preventDefault();
      putBack(input);
    },
  } as const;
}
