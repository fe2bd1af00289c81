import { useState } from 'react';
import { views as words } from '../lib/texts/views.texts.ts';
import { FilterBox } from './filter-box.tsx';

interface FilterFieldProps {
  value: string;
  hint: string;
  error: string | undefined;
  onType: (text: string) => void;
}

/** The box of the filter language in a form, under a label that is seen. */
export function FilterField({ value, hint, error, onType }: FilterFieldProps) {
  // The box begins anew with what comes from elsewhere, such as a draft.
  const [given, setGiven] = useState(value);
  const [typed, setTyped] = useState(value);
  if (value !== typed) {
    setTyped(value);
    setGiven(value);
  }
  const type = (text: string) => {
    setTyped(text);
    onType(text);
  };
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-sm font-medium">
        {words.filter}
      </span>
      <div className="flex">
        <FilterBox key={given} value={given} onApply={type} onType={type} />
      </div>
      <p className="text-xs text-muted">{hint}</p>
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
