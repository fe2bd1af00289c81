import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '../../components/confirm.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { mayChangeView } from '../../components/view-buttons.tsx';
import { refreshViews, setFavorite, type View, viewsQuery } from '../../components/view-queries.ts';
import { client, messageOf } from '../../lib/api.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { projectsQuery, useUser } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { favorites } from '../../lib/texts/favorites.texts.ts';
import { views as words } from '../../lib/texts/views.texts.ts';
import { showToast } from '../../lib/toasts.ts';

const EditView = overlay(() => import('./edit-view.tsx'));

/** Saved views, the reader's own and those of the company. */
export function ViewsScreen() {
  const { data: views, error, refetch } = useQuery(viewsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const nameOf = (projectId: string | null) => projects.find(({ id }) => id === projectId)?.name;
  return (
    <Screen title={words.title}>
      {error && !views && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!views && !error && <Skeleton className="p-4" />}
      {views?.length === 0 && <Empty text={words.none} next={words.makeFirst} />}
      {views && views.length > 0 && (
        <div className="p-4 pt-2">
          <Table
            name={words.title}
            rows={views}
            keyOf={({ id }) => id}
            columns={[
              { name: words.name, cell: (view) => <NameCell view={view} /> },
              {
                name: words.filter,
                cell: ({ filter }) => (
                  <code className="block max-w-96 truncate text-xs text-muted" title={filter}>
                    {filter || words.noFilter}
                  </code>
                ),
              },
              { name: words.project, cell: ({ projectId }) => nameOf(projectId) ?? words.everyProject },
              { name: words.visibleTo, cell: ({ visibility }) => words.visibilities[visibility] },
              { name: words.actions, isRight: true, isKept: true, cell: (view) => <ViewMenu view={view} /> },
            ]}
          />
        </div>
      )}
    </Screen>
  );
}

function NameCell({ view }: { view: View }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Link to="/views/$id" params={{ id: view.id }} className="control inline-flex items-center font-medium">
        {view.name}
      </Link>
      {view.favorite && <Star size={13} aria-label={words.isFavorite} className="fill-current text-warning" />}
      {view.broken && (
        <span title={words.broken}>
          <Badge tone="warning">{words.brokenShort}</Badge>
        </span>
      )}
    </span>
  );
}

function ViewMenu({ view }: { view: View }) {
  const user = useUser();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const entries = (): MenuEntry[] => [
    {
      text: view.favorite ? favorites.remove : favorites.add,
      run: () => void setFavorite(view).catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' })),
    },
    ...(mayChangeView(view, user)
      ? [
          { text: texts.common.edit, run: () => setDialog('edit') },
          { separator: true } as const,
          { text: texts.common.delete, isDangerous: true, run: () => setDialog('delete') },
        ]
      : []),
  ];
  return (
    <>
      <ActionsMenu of={view.name} entries={entries} />
      {dialog === 'edit' && <EditView view={view} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(view.name)}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await client.deleteView({ path: { id: view.id } });
            await refreshViews();
          }}
        />
      )}
    </>
  );
}
