import { HandHelping } from 'lucide-react';
import { showPromisedDay } from '../../lib/promise-days.ts';
import { answer as words } from '../../lib/texts/answer.texts.ts';
import type { TaskPartProps } from './property.tsx';

/** Whose word there is, beside the due date. */
export default function Promised({ task: { promise } }: Pick<TaskPartProps, 'task'>) {
  if (!promise) return null;
  const { until, person, words: said } = promise;
  return (
    <p className="flex items-start gap-1.5 pb-1 pl-22 text-xs text-muted" title={said ?? undefined}>
      <HandHelping size={14} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0 break-words">{words.promised(showPromisedDay(until), person.name)}</span>
    </p>
  );
}
