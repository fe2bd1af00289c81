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
  const [given] = useState(value);
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-sm font-medium">
        {words.filter}
      </span>
      <div className="flex">
        <FilterBox value={given} onApply={onType} onType={onType} />
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
