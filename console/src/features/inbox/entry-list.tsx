import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { showAgo } from '../../lib/format.ts';
import type { Entry } from '../../lib/inbox.ts';
import { focusNext, keyOf, useKeys } from '../../lib/keys.ts';
import { useMay } from '../../lib/queries.ts';
import { inbox as words } from '../../lib/texts/inbox.texts.ts';
import { changeEntry, finish } from './queries.ts';
import { PickTime, SnoozeMenu } from './snooze.tsx';
import { overlay } from '../../lib/on-demand.tsx';

const AnswerDialog = overlay<{ task: string; onClose: () => void }>(
  () => import('../../components/answer/answer-dialog.tsx'),
);

interface EntryListProps {
  entries: readonly Entry[];
  present: string | undefined;
  onOpen: (entry: Entry) => void;
  /** Shows one beside the list, unread. */
  onShow: (entry: Entry) => void;
}

/** The pane beside the list shows the entry that has the focus; resting on it reads it. */
const SHOW_MS = 150;
const READ_MS = 2_000;

/** The list has a pane beside it. */
const hasPane = (): boolean => matchMedia('(width >= 64rem)').matches;

/** Runs things later, unless the reader goes on before. */
function useRest() {
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const goOn = () => {
    timers.current.forEach(clearTimeout);
    timers.current = [];
  };
  useEffect(() => goOn, []);
  const after = (delay: number, run: () => void) => void timers.current.push(setTimeout(run, delay));
  return { goOn, after };
}

/** The entries, one line each: `j k` move, `Enter` opens, and while one has the focus `e u h p` act on it. */
export function EntryList({ entries, present, onOpen, onShow }: EntryListProps) {
  const list = useRef<HTMLUListElement>(null);
  const row = useRef<HTMLElement>(null);
  const [snoozing, setSnoozing] = useState<Entry>();
  const [picking, setPicking] = useState<Entry>();
  const [answering, setAnswering] = useState<string>();
  const mayAnswer = useMay('MEMBER');
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const move = (step: 1 | -1) => () => {
    const all = rows();
    const focused = all.find((one) => one === document.activeElement);
    focusNext(all, focused, step);
  };
  useKeys({ j: move(1), k: move(-1) });
  const { goOn, after } = useRest();
  const rest = (entry: Entry) => {
    goOn();
    if (!hasPane()) return;
    if (entry.id !== present) after(SHOW_MS, () => onShow(entry));
    if (entry.unread) after(READ_MS, () => void changeEntry(entry, { unread: false }));
  };
  const act = (event: KeyboardEvent, entry: Entry) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.currentTarget as HTMLElement;
    const actions: Record<string, () => void> = {
      e: () => {
        const all = rows();
        const at = all.indexOf(target);
        (all[at + 1] ?? all[at - 1])?.focus();
        void finish(entry);
      },
      ...(entry.task && mayAnswer && { p: () => setAnswering(entry.task?.id) }),
      u: () => void changeEntry(entry, { unread: !entry.unread }),
      h: () => {
        row.current = target;
        setSnoozing(entry);
      },
    };
    const run = actions[keyOf(event)];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    goOn();
    run();
  };
  return (
    <>
      <ul ref={list} className="flex flex-col">
        {entries.map((entry) => (
          <li key={entry.id} className="border-b border-line">
            <button
              type="button"
              data-entry={entry.id}
              aria-current={entry.id === present || undefined}
              onFocus={() => rest(entry)}
              onBlur={goOn}
              onClick={() => {
                goOn();
                onOpen(entry);
              }}
              onKeyDown={(event) => act(event, entry)}
              className={cx(
                'flex w-full flex-col gap-0.5 px-4 py-2 text-left hover:bg-hover aria-[current]:bg-accent-soft',
                entry.unread && 'font-medium',
              )}
            >
              <EntryText entry={entry} />
            </button>
          </li>
        ))}
      </ul>
      {snoozing && (
        <SnoozeMenu
          entry={snoozing}
          row={row}
          onPick={() => setPicking(snoozing)}
          onClose={() => setSnoozing(undefined)}
        />
      )}
      {picking && <PickTime entry={picking} onClose={() => setPicking(undefined)} />}
      {answering && <AnswerDialog task={answering} onClose={() => setAnswering(undefined)} />}
    </>
  );
}

function EntryText({ entry: { task, thing, project, unread, events, reasons, count, updatedAt } }: { entry: Entry }) {
  const others = unread ? reasons.filter((reason) => reason !== events[0]?.reason) : [];
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        {unread && (
          <span className="dot size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{words.isUnread}</span>
          </span>
        )}
        {task && <span className="shrink-0 text-xs text-muted">{task.tid}</span>}
        <span className="title">{task?.title ?? thing.name}</span>
        <time dateTime={updatedAt} className="ml-auto text-xs font-normal whitespace-nowrap text-muted">
          {showAgo(updatedAt)}
        </time>
      </span>
      <span className="flex min-w-0 gap-2 text-xs font-normal text-muted">
        <span className="title">{events[0]?.text}</span>
        {count > 1 && <span>{count}</span>}
        {project && <span className={cx('ml-auto truncate', task && 'max-sm:hidden')}>{project.name}</span>}
      </span>
      {others.length > 0 && <span className="title text-xs font-normal text-muted">{words.also(others)}</span>}
    </>
  );
}
