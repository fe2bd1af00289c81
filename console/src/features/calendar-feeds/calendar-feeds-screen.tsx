import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { CalendarFeedResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { viewsQuery } from '../../components/view-queries.ts';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { calendarFeeds as words } from '../../lib/texts/calendar-feeds.texts.ts';
import { NewFeed } from './new-feed.tsx';
import { feedsQuery } from './queries.ts';

/** The calendars that programs read as the reader. */
export function CalendarFeedsScreen() {
  const { data: feeds, error, refetch } = useQuery(feedsQuery);
  const [isCreating, setCreating] = useState(false);
  const [deleted, remove] = useState<CalendarFeedResponse>();
  return (
    <Screen
      title={words.title}
      side={<SettingsNav />}
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus size={14} aria-hidden />
          {words.newFeed}
        </Button>
      }
    >
      <div className="flex w-full max-w-4xl flex-col gap-3 p-4">
        <p className="text-muted">{words.hint}</p>
        {error && !feeds && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!feeds && !error && <Skeleton />}
        {feeds?.length === 0 && <Empty text={words.none} />}
        {feeds && feeds.length > 0 && <Feeds feeds={feeds} onDelete={remove} />}
      </div>
      {isCreating && <NewFeed onClose={() => setCreating(false)} />}
      {deleted && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(deleted.name)}
          onClose={() => remove(undefined)}
          onConfirm={async () => {
            await client.deleteCalendarFeed({ path: { id: deleted.id } });
            await queryClient.invalidateQueries({ queryKey: feedsQuery.queryKey });
          }}
        />
      )}
    </Screen>
  );
}

interface FeedsProps {
  feeds: readonly CalendarFeedResponse[];
  onDelete: (feed: CalendarFeedResponse) => void;
}

function Feeds({ feeds, onDelete }: FeedsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const contentOf = ({ mine, projectId, viewId }: CalendarFeedResponse) =>
    mine ? words.mine : ([...projects, ...views].find(({ id }) => id === (projectId ?? viewId))?.name ?? words.gone);
  return (
    <Table
      name={words.title}
      rows={feeds}
      keyOf={({ id }) => id}
      columns={[
        { name: words.name, cell: ({ name }) => name },
        { name: words.content, cell: contentOf },
        { name: words.lastRead, cell: ({ lastReadAt }) => (lastReadAt ? showAgo(lastReadAt) : words.never) },
        {
          name: words.actions,
          isRight: true,
          isKept: true,
          cell: (feed) => <Button onClick={() => onDelete(feed)}>{texts.common.delete}</Button>,
        },
      ]}
    />
  );
}
