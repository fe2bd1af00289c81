import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { RadioBar } from '../../components/radio-bar.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { useHidden } from '../../lib/pending-deletes.ts';
import { queryClient } from '../../lib/query-client.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { NewComment, OneComment } from './comments.tsx';
import { HistoryEntry, useNames } from './history.tsx';
import type { TaskPartProps } from './property.tsx';
import { activityQuery, commentsQuery } from './queries.ts';

type Stream = keyof typeof taskTexts.page.streams;

const { page: words } = taskTexts;

/** So many entries are shown at first, and so many more each time that earlier ones are asked for. */
const STEP = 50;

interface Entry {
  id: string;
  at: string;
  shown: ReactNode;
}

/** What was said and what was changed, as one stream, the newest last. */
export function Activity({ task, mayWrite }: TaskPartProps) {
  const [stream, setStream] = useState<Stream>('all');
  const [most, setMost] = useState(STEP);
  const comments = useComments({ task, mayWrite });
  const history = useHistory(task);
  const asked = { all: [comments, history], comments: [comments], history: [history] }[stream];
  const parts = asked.map(({ data }) => data);
  const data = parts.every((part) => part !== undefined) ? parts.flat().toSorted(byTime) : undefined;
  const query = {
    data,
    error: asked.find(({ error }) => error)?.error,
    refetch: () => asked.map(({ refetch }) => void refetch()),
  };
  return (
    <Section
      title={stream === 'all' ? words.activity : words.streams[stream]}
      className="gap-3"
      actions={<RadioBar label={words.activity} choices={words.streams} value={stream} onChange={setStream} />}
    >
      <Read query={query} rows={4}>
        {(entries) => (
          <>
            {entries.length > most && (
              <Button look="quiet" className="self-start" onClick={() => setMost(most + STEP)}>
                {words.showEarlier}
              </Button>
            )}
            {entries.length === 0 && (
              <p className="text-muted">{stream === 'comments' ? words.noComments : words.noHistory}</p>
            )}
            <ol className="flex flex-col gap-3">
              {entries.slice(-most).map(({ id, shown }) => (
                <li key={id}>{shown}</li>
              ))}
            </ol>
          </>
        )}
      </Read>
      {mayWrite && <NewComment taskId={task.id} onSent={comments.refresh} />}
    </Section>
  );
}

/** Ids are UUID v7: of what happened at once the later one sorts behind. */
const byTime = (one: Entry, other: Entry): number =>
  one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1;

function useComments({ task, mayWrite }: TaskPartProps) {
  const query = commentsQuery(task.id);
  const { data, error, refetch } = useQuery(query);
  const hidden = useHidden();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: query.queryKey });
  const entries = data
    ?.filter(({ id }) => !hidden.has(id))
    .map((comment): Entry => ({
      id: comment.id,
      at: comment.createdAt,
      shown: <OneComment comment={comment} mayWrite={mayWrite} onChange={refresh} />,
    }));
  return { data: entries, error, refetch, refresh };
}

/** What was said stands there by itself. */
function useHistory(task: TaskPartProps['task']) {
  const { data, error, refetch } = useQuery(activityQuery(task.id));
  const names = useNames(task);
  const entries = data
    ?.filter(({ event }) => event !== 'task.commented')
    .map((entry): Entry => ({ id: entry.id, at: entry.at, shown: <HistoryEntry entry={entry} names={names} /> }));
  return { data: entries, error, refetch };
}
