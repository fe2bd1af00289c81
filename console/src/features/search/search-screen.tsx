import { useAddress } from '../../lib/address.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate } from '@tanstack/react-router';
import type { ListedTaskPage } from 'project-management-sdk';
import { useEffect, useRef, useState } from 'react';
import { Screen } from '../../components/screen.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { useKeys } from '../../lib/keys.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { INCLUDED, NOT_ARCHIVED } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as projectsTexts from '../../lib/texts/projects.texts.ts';

const MOST = 50;
const TYPING_MS = 200;

const searchQuery = (search: string) =>
  queryOptions({
    queryKey: ['tasks', 'search', search],
    queryFn: ({ signal }): Promise<ListedTaskPage> =>
      client.listTasks({
        query: {
          search,
          filter: NOT_ARCHIVED,
          include: [...INCLUDED, 'project'],
          sortBy: 'updatedAt',
          page: 1,
          limit: MOST,
        },
        signal,
      }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

/** How many were found, and that not all of them are shown. */
function countOf({ data, meta }: ListedTaskPage, shown: number): string {
  const others = meta.pagination.total - data.length;
  return others > 0
    ? projectsTexts.search.first(shown, texts.common.tasks(meta.pagination.total))
    : texts.common.tasks(shown);
}

/** Tasks of all projects, as one types. */
export function SearchScreen() {
  const { q = '' } = useAddress();
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const { data: found, error, refetch } = useQuery(searchQuery(q));
  const hidden = useHidden();
  const data = found?.data.filter(({ id }) => !hidden.has(id));
  const container = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLInputElement>(null);
  // On a page that was just loaded, the first Tab is "Skip to content".
  const isComingFromScreen = useCanGoBack();
  useKeys({ '/': () => box.current?.focus() });
  useEffect(() => {
    if (text.trim() === q) return undefined;
    const show = () => void navigate({ to: '/search', search: { q: text.trim() }, replace: true });
    const timer = setTimeout(show, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, q, navigate]);
  return (
    <Screen title={texts.shell.search}>
      <div className="flex w-full max-w-3xl flex-col gap-3 p-4 pt-2 2xl:max-w-5xl">
        <input
          ref={box}
          type="search"
          aria-label={texts.shell.search}
          placeholder={projectsTexts.search.placeholder}
          autoFocus={isComingFromScreen}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="field control text-lg"
        />
        <div role="status">
          {q === '' && <p className="text-muted">{projectsTexts.search.hint}</p>}
          {q !== '' && data?.length === 0 && (
            <Empty text={projectsTexts.search.nothing(q)} next={projectsTexts.search.next} />
          )}
          {q !== '' && found && data && data.length > 0 && (
            <p className="text-sm text-muted">{countOf(found, data.length)}</p>
          )}
        </div>
        {error && !data && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {q !== '' && !data && !error && <Skeleton />}
        {q !== '' && data && data.length > 0 && (
          <ul ref={container} className="panel py-1">
            {data.map((task) => (
              <TaskRow key={task.id} task={task}>
                <span className="max-w-40 shrink-0 truncate text-xs text-muted max-lg:hidden">
                  {task.project?.name}
                </span>
                <TaskMenu task={task} />
              </TaskRow>
            ))}
          </ul>
        )}
        <TaskKeys container={container} />
      </div>
    </Screen>
  );
}
