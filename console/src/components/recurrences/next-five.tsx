import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { isApiError, messageOf } from '../../lib/api.ts';
import { recurrences as words } from '../../lib/texts/recurrences.texts.ts';
import { previewQuery, type Recurrence } from './queries.ts';
import { SCHEDULE_LABELS } from './schedule-fields.tsx';
import { scheduleOf, type ScheduleValues } from './schedule-values.ts';

const SHOWN = 5;

/** When the tasks come, as the schedule is at the moment. */
export function NextFive({ values, before }: { values: ScheduleValues; before: Recurrence | undefined }) {
  const latest = useDeferredValue(values);
  const schedule = scheduleOf(latest, before);
  const isAfterCompletion = latest.mode === 'after_completion';
  const hasDay = schedule.days?.length !== 0;
  const { data, error } = useQuery({
    ...previewQuery({ schedule, mode: latest.mode }),
    placeholderData: keepPreviousData,
    enabled: hasDay,
  });
  const moment = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: latest.timezone,
  });
  return (
    <section aria-label={words.nextFive} className="panel flex flex-col gap-1 p-3 text-sm">
      <h3 className="font-medium">{words.nextFive}</h3>
      {error || !hasDay ? (
        <p aria-live="polite" className="text-muted">
          {error && hasDay ? whyNone(error) : words.noDay}
        </p>
      ) : (
        data && (
          <>
            <p aria-live="polite">{data.words}</p>
            {!(isAfterCompletion && before?.lastTaskId) && (
              <ul aria-label={words.nextFive} className="text-muted">
                {data.next.slice(0, SHOWN).map((next) => (
                  <li key={next}>
                    <time dateTime={next}>{moment.format(new Date(next))}</time>
                  </li>
                ))}
              </ul>
            )}
            {isAfterCompletion && <p className="text-muted">{words.afterFirst}</p>}
          </>
        )
      )}
    </section>
  );
}

function whyNone(error: unknown): string {
  const { schedule, ...details } = (isApiError(error) && error.details) || {};
  if (schedule) return words.never;
  const wrong = Object.entries(details).map(([field, text]) => words.wrongAt(SCHEDULE_LABELS[field] ?? field, text));
  return wrong.join('; ') || messageOf(error);
}
