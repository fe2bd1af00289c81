import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Avatar } from '../../components/marks.tsx';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { messageOf } from '../../lib/api.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { promiseDays, type PromiseDay } from '../../lib/promise-days.ts';
import { promiseTask } from '../../lib/promises.ts';
import { meQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { answer as words } from '../../lib/texts/answer.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { TaskPartProps } from './property.tsx';

const AnswerDialog = overlay<{ task: string; onClose: () => void }>(
  () => import('../../components/answer/answer-dialog.tsx'),
);

/** Those that one tap promises. */
const AT_ONCE: readonly PromiseDay[] = ['tomorrow', 'friday'];

/** What a colleague asks the reader about the task. Addresses with `?answer` open the answer, as links in messages do. */
export default function Asked({ task, mayWrite }: TaskPartProps) {
  const { answer } = useAddress();
  const changeAddress = useChangeAddress();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    if (answer !== undefined) changeAddress({ answer: undefined }, { replace: true });
  };
  const { asked } = task;
  const promise = (day: PromiseDay) =>
    void queryClient
      .query({ ...meQuery, staleTime: 'static' })
      .then(({ timezone }) => promiseTask(task.id, promiseDays(timezone)[day], ''))
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
  return (
    <>
      {asked && (
        <section
          aria-label={words.asked}
          className="flex flex-col gap-2 rounded-lg border border-accent bg-accent-soft px-3 py-2.5"
        >
          <div className="flex items-center gap-2 text-sm">
            <MessageCircleQuestion size={16} aria-hidden className="shrink-0 text-accent" />
            <h2 className="font-semibold">{words.asked}</h2>
            <time dateTime={asked.at} title={showMoment(asked.at)} className="ml-auto text-xs text-muted">
              {showAgo(asked.at)}
            </time>
          </div>
          <div className="flex items-start gap-2 text-sm">
            <Avatar name={asked.colleague.name} />
            <p className="min-w-0 break-words">
              <span className="font-medium">{asked.colleague.name}</span> {asked.message}
            </p>
          </div>
          {mayWrite && (
            <div className="flex flex-wrap gap-2">
              <Button look="primary" onClick={() => setOpen(true)}>
                {words.answer}
              </Button>
              {AT_ONCE.map((day) => (
                <Button key={day} aria-label={words.promiseFor(words.days[day])} onClick={() => promise(day)}>
                  {words.days[day]}
                </Button>
              ))}
            </div>
          )}
        </section>
      )}
      {mayWrite && (isOpen || answer !== undefined) && <AnswerDialog task={task.id} onClose={close} />}
    </>
  );
}
