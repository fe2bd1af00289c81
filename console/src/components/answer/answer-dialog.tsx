import { useQuery } from '@tanstack/react-query';
import { Ban, BellOff, Check, UserMinus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { client, messageOf } from '../../lib/api.ts';
import { useKeptKeys } from '../../lib/awaited.tsx';
import { cx } from '../../lib/cx.ts';
import { focusNext, keyOf } from '../../lib/keys.ts';
import { DONE, type TaskDetail } from '../../lib/model.ts';
import { PROMISE_DAY_NAMES, promiseDays, type PromiseDay } from '../../lib/promise-days.ts';
import { promiseTask } from '../../lib/promises.ts';
import { meQuery, useUser } from '../../lib/queries.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { answer as words } from '../../lib/texts/answer.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../button.tsx';
import { TextArea, TextField } from '../field.tsx';
import FindTask from '../find-task.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useSubmit } from '../form.tsx';

interface AnswerDialogProps {
  /** The task, by its id or tid. */
  task: string;
  onClose: () => void;
}

/** What is said to a colleague that asks about a task: until when, or why not. Of one that is done nothing is asked. */
export default function AnswerDialog({ task: id, onClose }: AnswerDialogProps) {
  const { data: task, error } = useQuery(taskQuery(id));
  const { data: me, error: unknown } = useQuery(meQuery);
  const done = task?.status === DONE ? task.tid : undefined;
  useKeptKeys(!(task && me) && !error && !unknown, onClose);
  useEffect(() => {
    if (done === undefined) return;
    showToast(words.isDone(done));
    onClose();
  }, [done]);
  return task && me && done === undefined ? (
    <Answer task={task} days={promiseDays(me.timezone)} onClose={onClose} />
  ) : null;
}

type Days = Record<PromiseDay, string>;

function Answer({ task, days, onClose }: { task: TaskDetail; days: Days; onClose: () => void }) {
  const [until, setUntil] = useState(days.tomorrow);
  const [said, setSaid] = useState('');
  const [isChoosing, setChoosing] = useState(false);
  const form = useSubmit(() => promiseTask(task.id, until, said.trim()), onClose);
  const values = { task: task.id, words: said };
  const restore = (kept: Partial<typeof values>) => setSaid(kept.words ?? '');
  return (
    <FormDialog
      title={words.answer}
      action={words.promise}
      form={{ ...form, values, restore }}
      shown={['until', 'words']}
      isIncomplete={until === ''}
      onClose={onClose}
    >
      <p className="min-w-0 text-sm break-words text-muted">
        {task.asked ? task.asked.message : `${task.tid} ${task.title}`}
      </p>
      <DayButtons days={days} until={until} onChoose={setUntil} onPromise={() => void form.submit()} />
      <TextField
        label={words.by}
        type="date"
        value={until}
        error={form.errors['until']}
        onChange={({ target }) => setUntil(target.value)}
      />
      <TextArea
        label={words.words}
        hint={words.wordsHint}
        rows={2}
        maxLength={500}
        value={said}
        error={form.errors['words']}
        onChange={({ target }) => setSaid(target.value)}
      />
      <Others task={task} isChoosing={isChoosing} onChoosing={setChoosing} onClose={onClose} />
    </FormDialog>
  );
}

/** Arrows choose a day; `Enter` on one that is chosen promises it. Two names may mean one day. */
function DayButtons({
  days,
  until,
  onChoose,
  onPromise,
}: {
  days: Days;
  until: string;
  onChoose: (day: string) => void;
  onPromise: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, name: PromiseDay) => {
    const key = keyOf(event);
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const buttons = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[];
      focusNext(buttons, event.currentTarget, key === 'ArrowRight' ? 1 : -1);
      (document.activeElement as HTMLElement).click();
    } else if (key === 'Enter' && days[name] === until) onPromise();
    else return;
    event.preventDefault();
  };
  return (
    <div role="group" aria-label={words.dayGroup} className="grid grid-cols-4 gap-2 max-sm:grid-cols-2">
      {PROMISE_DAY_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={days[name] === until}
          autoFocus={name === 'tomorrow'}
          onClick={() => onChoose(days[name])}
          onKeyDown={(event) => onKeyDown(event, name)}
          className={cx(
            'control rounded-md border border-line px-2 text-sm hover:bg-hover',
            'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium',
          )}
        >
          {words.days[name]}
        </button>
      ))}
    </div>
  );
}

/** What else there is to say: each is one step. */
function Others({
  task,
  isChoosing,
  onChoosing,
  onClose,
}: {
  task: TaskDetail;
  isChoosing: boolean;
  onChoosing: (is: boolean) => void;
  onClose: () => void;
}) {
  const user = useUser();
  const { id, tid, asked } = task;
  const say = async (send: Promise<unknown>, text: string) => {
    onClose();
    try {
      if ((await send) === false) return;
      showToast(text);
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    }
    await refreshTasks();
  };
  const block = (taskId: string) =>
    void say(client.addTaskBlocker({ path: { id }, body: { taskId } }), words.isBlocked(tid));
  const stop = () => {
    const body = asked ? { colleagueId: asked.colleague.id } : {};
    void say(client.muteTask({ path: { id }, body }), words.stopped);
  };
  return (
    <div className="flex flex-col gap-2">
      <div role="group" aria-label={words.others} className="flex flex-wrap gap-2">
        {task.status !== DONE && (
          <Button onClick={() => void say(changeTask(task, { status: DONE }), words.isDone(tid))}>
            <Check size={14} aria-hidden />
            {words.done}
          </Button>
        )}
        <Button aria-expanded={isChoosing} onClick={() => onChoosing(!isChoosing)}>
          <Ban size={14} aria-hidden />
          {words.blocked}
        </Button>
        {task.assigneeId !== null && task.assigneeId === user?.id && (
          <Button
            onClick={() => void say(changeTask(task, { assigneeId: null }, { assignee: null }), words.givenUp(tid))}
          >
            <UserMinus size={14} aria-hidden />
            {words.notMine}
          </Button>
        )}
        <Button onClick={stop}>
          <BellOff size={14} aria-hidden />
          {words.stop}
        </Button>
      </div>
      {isChoosing && <FindTask not={[id]} firstOf={task.projectId} onFound={block} onClose={() => onChoosing(false)} />}
    </div>
  );
}
