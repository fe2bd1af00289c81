import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { ActionsMenu } from '../components/menu.tsx';
import { favoritesQuery, refreshViews, setFavorite, type View } from '../components/view-queries.ts';
import { client, messageOf } from '../lib/api.ts';
import { cx } from '../lib/cx.ts';
import { queryClient } from '../lib/query-client.ts';
import { favorites as words } from '../lib/texts/favorites.texts.ts';
import { announce, showToast } from '../lib/toasts.ts';

const TYPE = 'application/x-favorite';

const tell = (error: unknown) => showToast(messageOf(error), { tone: 'danger' });

/** Puts a favorite at another place: at once on the screen, and back when the service refuses. */
async function move(views: readonly View[], { id, name }: View, position: number): Promise<void> {
  const from = views.findIndex((view) => view.id === id);
  const view = views[from];
  if (!view || from === position || position < 0 || position >= views.length) return;
  queryClient.setQueryData(favoritesQuery.queryKey, views.toSpliced(from, 1).toSpliced(position, 0, view));
  announce(words.moved(name, position + 1, views.length));
  try {
    await client.placeFavoriteView({ path: { id }, body: { position } });
  } catch (error) {
    tell(error);
  }
  await refreshViews();
}

/** The reader's favorite views, in their order: dragged, or moved by menu. */
export default function Favorites({ views, linkStyle }: { views: readonly View[]; linkStyle: string }) {
  const [over, setOver] = useState<string>();
  return (
    <div role="group" aria-label={words.title} className="flex flex-col gap-0.5 pt-1 pb-1">
      <p aria-hidden className="px-2 pt-1 text-xs font-medium text-muted">
        {words.title}
      </p>
      <ul className="flex flex-col gap-0.5">
        {views.map((view, index) => (
          <li
            key={view.id}
            draggable
            onDragStart={({ dataTransfer }: DragEvent) => dataTransfer.setData(TYPE, view.id)}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes(TYPE)) return;
              event.preventDefault();
              setOver(view.id);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              setOver(undefined);
              const dragged = views.find(({ id }) => id === event.dataTransfer.getData(TYPE));
              if (dragged) void move(views, dragged, index);
            }}
            className={cx('group flex items-center rounded-md', over === view.id && 'outline-2 outline-accent-text')}
          >
            <Link
              to="/views/$id"
              params={{ id: view.id }}
              draggable={false}
              activeOptions={{ includeSearch: false }}
              className={linkStyle}
            >
              <span className="truncate">{view.name}</span>
            </Link>
            <ActionsMenu
              of={view.name}
              entries={() => [
                ...(index > 0 ? [{ text: words.moveUp, run: () => void move(views, view, index - 1) }] : []),
                ...(index < views.length - 1
                  ? [{ text: words.moveDown, run: () => void move(views, view, index + 1) }]
                  : []),
                { text: words.remove, run: () => void setFavorite(view).catch(tell) },
              ]}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
