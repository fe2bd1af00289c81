import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, ChevronLeft, Clock } from 'lucide-react';
import { Suspense, useContext, useState } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { BareSelect } from '../../components/choice-fields.tsx';
import { MenuButton } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import type { Entry } from '../../lib/inbox.ts';
import { readNextPage } from '../../lib/next-page.ts';
import { isGone } from '../../lib/query-client.ts';
import { TaskPaneContext } from '../../lib/task-pane.ts';
import { inbox as words } from '../../lib/texts/inbox.texts.ts';
import { useWalk } from '../../lib/walk.ts';
import { EntryList } from './entry-list.tsx';
import { changeAll, changeEntry, entriesQuery, entryQuery, finish } from './queries.ts';
import { PickTime, useSnoozeEntries } from './snooze.tsx';

const REASONS = [
  { value: '', label: words.allReasons },
  ...Object.entries(words.reasons).map(([value, label]) => ({ value, label })),
];

/** What concerns the reader: entries at the left, what one is about at the right; a page of its own where there is no room for both. */
export function InboxScreen() {
  const { state = 'open', reason = '', entry: present } = useAddress();
  const changeAddress = useChangeAddress();
  const { data, error, refetch, ...further } = useInfiniteQuery(entriesQuery(state, reason));
  const entries = data?.pages.flatMap((page) => page.data);
  const open = (entry: Entry) => {
    changeAddress({ entry: entry.id });
    if (entry.unread) void changeEntry(entry, { unread: false });
  };
  const ofTasks = (entries ?? []).flatMap((entry) => (entry.task ? [{ entry, task: entry.task }] : []));
  useWalk(() => ofTasks.map(({ task }) => task));
  const goTo = (tid: string) => {
    const next = ofTasks.find(({ task }) => task.tid === tid);
    if (next) open(next.entry);
  };
  return (
    <Screen
      title={words.title}
      isFull
      actions={
        // Beside the one entry that is open, they would be taken for its own.
        // They change open entries: beside other ones they would change what is not shown.
        <div className={cx('flex flex-wrap gap-2', present && 'max-lg:hidden')}>
          {(state === 'open' || state === 'unread') && (
            <Button onClick={() => void changeAll('read', entries ?? [], reason)}>{words.readAll}</Button>
          )}
          {state === 'open' && (
            <Button onClick={() => void changeAll('done', entries ?? [], reason)}>{words.doneAll}</Button>
          )}
        </div>
      }
      bar={
        <div
          className={cx('flex flex-wrap items-center gap-3 border-b border-line px-4 pb-2', present && 'max-lg:hidden')}
        >
          <Tabs present={state} onChoose={(name) => changeAddress({ state: name, entry: undefined })} />
          <BareSelect
            label={words.reason}
            className="ml-auto w-auto"
            choices={REASONS}
            value={reason}
            onChoose={(chosen) => changeAddress({ reason: chosen || undefined })}
          />
        </div>
      }
    >
      <div className="flex min-h-0 grow">
        <section
          aria-label={words.entries}
          className={cx(
            'scroll-thin w-full min-w-0 shrink-0 overflow-y-auto border-line lg:w-96 lg:border-r xl:w-[30rem] 2xl:w-[36rem]',
            present && 'max-lg:hidden',
          )}
        >
          {error && !entries && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
          {!entries && !error && <Skeleton className="p-4" rows={8} />}
          {entries?.length === 0 && <Empty text={words.nothing} />}
          {entries && (
            <EntryList
              entries={entries}
              present={present}
              onOpen={open}
              onShow={({ id }) => changeAddress({ entry: id }, { replace: true })}
            />
          )}
          {further.isFetchNextPageError && <Failure text={messageOf(error)} />}
          {further.hasNextPage && (
            <div className="flex justify-center py-3">
              <Button
                isBusy={further.isFetchingNextPage}
                onClick={() => void readNextPage(data, further.fetchNextPage)}
              >
                {words.more}
              </Button>
            </div>
          )}
        </section>
        <section
          aria-label={words.task}
          className={cx('scroll-thin min-w-0 grow overflow-y-auto', !present && 'max-lg:hidden')}
        >
          {present ? (
            <div className="max-w-6xl">
              <OneEntry key={present} id={present} onGo={goTo} onClose={() => changeAddress({ entry: undefined })} />
            </div>
          ) : (
            <Empty text={words.choose} />
          )}
        </section>
      </div>
    </Screen>
  );
}

function Tabs({ present, onChoose }: { present: string; onChoose: (state: string) => void }) {
  return (
    <div role="tablist" aria-label={words.title} className="flex gap-1">
      {Object.entries(words.states).map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === present}
          onClick={() => onChoose(name)}
          className="control rounded-md px-3 text-sm text-muted hover:bg-hover aria-selected:bg-hover aria-selected:font-medium aria-selected:text-ink"
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** What happened, what can be done with the entry, and the task that it is about. */
function OneEntry({ id, onGo, onClose }: { id: string; onGo: (tid: string) => void; onClose: () => void }) {
  const { data: entry, error, refetch } = useQuery(entryQuery(id));
  const TaskPane = useContext(TaskPaneContext);
  const [isPicking, setPicking] = useState(false);
  const snoozeEntries = useSnoozeEntries();
  const back = (
    <Button look="quiet" className="lg:hidden" onClick={onClose}>
      <ChevronLeft size={14} aria-hidden />
      {words.back}
    </Button>
  );
  if (error && (isGone(error) || !entry))
    return (
      <>
        <div className="px-4 pt-3 lg:hidden">{back}</div>
        {isGone(error) ? (
          <Failure text={words.gone} />
        ) : (
          <Failure text={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </>
    );
  if (!entry) return <Skeleton className="p-4" rows={8} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3">
        {back}
        <Button onClick={() => void (entry.done ? changeEntry(entry, { done: false }) : finish(entry))}>
          <Check size={14} aria-hidden />
          {entry.done ? words.notDone : words.done}
        </Button>
        <Button onClick={() => void changeEntry(entry, { unread: !entry.unread })}>
          {entry.unread ? words.read : words.unread}
        </Button>
        {entry.snoozedUntil === null ? (
          <MenuButton
            label={words.snooze}
            className={buttonStyle()}
            entries={() => snoozeEntries(entry, () => setPicking(true))}
          >
            <Clock size={14} aria-hidden />
            {words.snooze}
          </MenuButton>
        ) : (
          <Button onClick={() => void changeEntry(entry, { snoozedUntil: null })}>{words.wake}</Button>
        )}
      </div>
      <ol className="flex flex-col gap-1 px-4 py-3 text-sm">
        {entry.events.map((event) => (
          <li key={event.id}>
            {`${event.text} `}
            <time dateTime={event.at} title={showMoment(event.at)} className="text-xs text-muted">
              {showAgo(event.at)}
            </time>
          </li>
        ))}
      </ol>
      {entry.kind === 'task' && !entry.task && <p className="px-4 text-muted">{words.taskGone}</p>}
      {entry.task && TaskPane && (
        <Suspense fallback={<Skeleton className="p-4" rows={8} />}>
          <TaskPane tid={entry.task.tid} onGo={onGo} />
        </Suspense>
      )}
      {isPicking && <PickTime entry={entry} onClose={() => setPicking(false)} />}
    </>
  );
}
