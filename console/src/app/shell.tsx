import { Outlet, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../components/button.tsx';
import { onSessionLost } from '../lib/api.ts';
import { connection } from '../lib/connection.ts';
import { cx } from '../lib/cx.ts';
import { useKeys } from '../lib/keys.ts';
import { startLive } from '../lib/live.ts';
import { type Opening, OpeningContext } from '../lib/opening.ts';
import { useMay, useUser } from '../lib/queries.ts';
import { texts } from '../lib/texts.ts';
import { Navigation } from './navigation.tsx';

const Overlays = lazy(() => import('./overlays.tsx'));
const TaskDrawer = lazy(() => import('../features/task/task-drawer.tsx'));

let isLive = false;

/** What is around every screen behind the entry: navigation, palette, the task drawer, the bar of a lost connection. */
export function Shell() {
  const [opening, open] = useState<Opening>();
  const [hasNavigation, showNavigation] = useState(false);
  const user = useUser();
  const mayCreate = useMay('MEMBER');
  const { task } = useSearch({ strict: false });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const navigate = useNavigate();
  useEffect(() => showNavigation(false), [path, task]);
  useEffect(() => onSessionLost(() => open({ what: 'sign-in' })), []);
  useEffect(() => {
    if (!user || isLive) return;
    isLive = true;
    startLive();
  }, [user]);
  useKeys({
    'mod+k': () => open({ what: 'palette' }),
    '/': () => void navigate({ to: '/search' }),
    '?': () => open({ what: 'shortcuts' }),
    ...(mayCreate && { c: () => open({ what: 'new-task' }) }),
  });
  return (
    <OpeningContext value={open}>
      <a
        href="#content"
        className="control sr-only z-50 items-center rounded-md bg-accent px-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:flex"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {texts.shell.skip}
      </a>
      <div className="flex h-dvh flex-col md:flex-row">
        <div className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-1 md:hidden">
          <IconButton
            label={texts.shell.menu}
            aria-expanded={hasNavigation}
            onClick={() => showNavigation(!hasNavigation)}
          >
            <Menu size={18} aria-hidden />
          </IconButton>
          <span className="font-semibold">{texts.product}</span>
        </div>
        <div
          className={cx(
            'w-full shrink-0 flex-col border-r border-line bg-surface md:flex md:w-60',
            hasNavigation ? 'flex min-h-0 grow md:grow-0' : 'hidden',
          )}
        >
          <Navigation />
        </div>
        <main
          id="content"
          tabIndex={-1}
          className={cx('relative min-h-0 min-w-0 grow overflow-y-auto', hasNavigation && 'hidden md:block')}
        >
          <ConnectionBar />
          <Outlet />
        </main>
      </div>
      <Suspense>
        {task && <TaskDrawer key={task} tid={task} />}
        {opening && <Overlays opening={opening} onClose={() => open(undefined)} />}
      </Suspense>
    </OpeningContext>
  );
}

function ConnectionBar() {
  const isUp = useSyncExternalStore(connection.subscribe, connection.isUp);
  return (
    <div role="status">
      {!isUp && <p className="bg-warning-soft px-4 py-1.5 text-sm text-warning">{texts.common.offline}</p>}
    </div>
  );
}
