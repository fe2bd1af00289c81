import { Bookmark, Star } from 'lucide-react';
import { useContext, useState } from 'react';
import { useAddress, useChangeAddress } from '../lib/address.ts';
import { client, messageOf } from '../lib/api.ts';
import { cx } from '../lib/cx.ts';
import { mayAs } from '../lib/model.ts';
import { overlay } from '../lib/on-demand.tsx';
import { useUser } from '../lib/queries.ts';
import { FILTER_NAMES } from '../lib/tasks.ts';
import { favorites } from '../lib/texts/favorites.texts.ts';
import { views as words } from '../lib/texts/views.texts.ts';
import { showToast } from '../lib/toasts.ts';
import { Button } from './button.tsx';
import { wholeFilter } from './chip-conditions.ts';
import { useShownTasks, ViewContext } from './shown-tasks.ts';
import { refreshViews, setFavorite, type View } from './view-queries.ts';

type UpdatedView = NonNullable<Parameters<typeof client.updateView>[0]['body']>;

const SaveView = overlay(() => import('./view-form.tsx'));

/** What stands in an address and differs from the view beneath it. */
const CHANGES = [...FILTER_NAMES, 'group', 'then', 'sortBy', 'sortOrder'];

export const mayChangeView = (view: View, user: ReturnType<typeof useUser>): boolean =>
  view.ownerId === user?.id || mayAs(user?.role, 'ADMIN');

/** "Save view", and over a view that has been changed "Update view". */
export function ViewButtons({
  layout,
  columns = null,
  hasNewColumns = false,
}: {
  layout: View['layout'];
  /** Of a list; null for the usual ones. */
  columns?: View['columns'];
  /** Others than those of the view. */
  hasNewColumns?: boolean;
}) {
  const view = useContext(ViewContext);
  const user = useUser();
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const { projectId, filters, filterText, group, then, sort } = useShownTasks();
  const [isSaving, setSaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const shown = {
    filter: wholeFilter(filterText, filters),
    layout,
    ...(group && { groupBy: group }),
    ...(then && { subgroupBy: then }),
    sortBy: sort.sortBy,
    sortOrder: sort.sortOrder,
  };
  const isChanged = view !== undefined && (hasNewColumns || CHANGES.some((name) => address[name] !== undefined));
  const update = async () => {
    if (!view) return;
    setBusy(true);
    try {
      const body = {
        ...shown,
        groupBy: group ?? null,
        subgroupBy: then ?? null,
        ...(hasNewColumns && { columns: columns as UpdatedView['columns'] }),
      };
      await client.updateView({ path: { id: view.id }, body });
      await refreshViews();
      changeAddress(Object.fromEntries(CHANGES.map((name) => [name, undefined])), { replace: true });
      showToast(words.updated);
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {view && isChanged && mayChangeView(view, user) && (
        <Button look="primary" isBusy={isBusy} onClick={() => void update()}>
          {words.update}
        </Button>
      )}
      <Button onClick={() => setSaving(true)}>
        <Bookmark size={14} aria-hidden />
        <span className="max-sm:sr-only">{words.save}</span>
      </Button>
      {view && <FavoriteButton view={view} />}
      {isSaving && (
        <SaveView
          shown={{
            ...shown,
            ...(columns && { columns }),
            ...(projectId && { projectId }),
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

function FavoriteButton({ view }: { view: View }) {
  const toggle = () => setFavorite(view).catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
  return (
    <Button onClick={() => void toggle()}>
      <Star size={14} aria-hidden className={cx(view.favorite && 'fill-current text-warning')} />
      <span className="max-sm:sr-only">{view.favorite ? favorites.remove : favorites.add}</span>
    </Button>
  );
}
