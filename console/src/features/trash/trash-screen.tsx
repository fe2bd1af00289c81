import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RestoredTaskResponse, TrashedTaskResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { ProjectNav } from '../../components/project-nav.tsx';
import { Screen } from '../../components/screen.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showDate, showMoment } from '../../lib/format.ts';
import { readNextPage } from '../../lib/next-page.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { sessionQuery, useMay, useMayWrite } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { showToast } from '../../lib/toasts.ts';
import { texts } from '../../lib/texts.ts';
import { trash as words } from '../../lib/texts/trash.texts.ts';

const PAGE = 100;

const refresh = () => Promise.all([queryClient.invalidateQueries({ queryKey: ['trash'] }), refreshTasks()]);

/** Deleted tasks of a project, which can come back for a while. */
export function TrashScreen() {
  const project = useThisProject();
  const isAdmin = useMay('ADMIN');
  const [isAsking, ask] = useState(false);
  const { data: session } = useQuery(sessionQuery);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['trash', project.id],
    queryFn: ({ pageParam: page, signal }) =>
      client.listTrash({ query: { projectId: [project.id], page, limit: PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({
      meta: {
        pagination: { page, totalPages },
      },
    }) => (page < totalPages ? page + 1 : undefined),
  });
  const rows = data?.pages.flatMap((page) => page.data);
  const days = session?.trashDays;
  return (
    <Screen
      title={words.title}
      of={project.name}
      bar={<ProjectNav />}
      actions={isAdmin && rows && rows.length > 0 && <Button onClick={() => ask(true)}>{words.empty}</Button>}
    >
      <div className="flex w-full max-w-5xl flex-col gap-4 p-4">
        {days !== undefined && <p className="text-sm text-muted">{days === 0 ? words.off : words.hint(days)}</p>}
        {error && !rows && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeleton />}
        {rows && <TrashTable rows={rows} isAdmin={isAdmin} />}
        {hasNextPage && (
          <Button
            className="self-center"
            isBusy={isFetchingNextPage}
            onClick={() => void readNextPage(data, fetchNextPage)}
          >
            {words.more}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          action={words.empty}
          question={words.emptyQuestion}
          onClose={() => ask(false)}
          onConfirm={() => client.emptyTrash({ query: { projectId: project.id } }).then(refresh)}
        />
      )}
    </Screen>
  );
}

function TrashTable({ rows, isAdmin }: { rows: readonly TrashedTaskResponse[]; isAdmin: boolean }) {
  return (
    <Table
      name={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      none={words.none}
      columns={[
        {
          name: words.task,
          cell: ({ tid, title }) => (
            <span className="flex max-w-md min-w-40 gap-2 whitespace-normal">
              <span className="shrink-0 text-muted tabular-nums">{tid}</span>
              <span className="line-clamp-2">{title}</span>
            </span>
          ),
        },
        {
          name: words.deleted,
          cell: ({ deletedAt }) => <time dateTime={deletedAt}>{showMoment(deletedAt)}</time>,
        },
        { name: words.by, cell: ({ deletedBy }) => deletedBy.name },
        { name: words.until, cell: ({ until }) => <time dateTime={until}>{showDate(until)}</time> },
        { name: words.actions, isKept: true, cell: (row) => <Actions row={row} isAdmin={isAdmin} /> },
      ]}
    />
  );
}

function Actions({ row: { id, tid }, isAdmin }: { row: TrashedTaskResponse; isAdmin: boolean }) {
  const mayWrite = useMayWrite(useThisProject());
  const [isAsking, ask] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      showToast(restoredText(await client.restoreTask({ path: { id } })));
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    }
    setBusy(false);
    await refresh();
  };
  return (
    <span className="inline-flex items-center gap-2 max-sm:flex-col max-sm:items-stretch">
      {mayWrite && (
        <Button aria-label={words.restoreTask(tid)} isBusy={isBusy} onClick={() => void restore()}>
          {words.restore}
        </Button>
      )}
      {isAdmin && (
        <Button aria-label={words.deleteTask(tid)} onClick={() => ask(true)}>
          {texts.common.delete}
        </Button>
      )}
      {isAsking && (
        <Confirm
          action={words.deleteTask(tid)}
          question={words.forGood(tid)}
          onClose={() => ask(false)}
          onConfirm={() => client.deleteTrashedTask({ path: { id } }).then(refresh)}
        />
      )}
    </span>
  );
}

function restoredText({ tid, omitted }: RestoredTaskResponse): string {
  const names = omitted.map((field) => words.fields[field]);
  return names.length === 0 ? words.restored(tid) : words.lost(tid, names.join(', '));
}
