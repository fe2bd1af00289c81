import { load } from '../lib/loading.ts';
import { useAddress, useChangeAddress } from '../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Inbox, Menu, Plus, Search } from 'lucide-react';
import { lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../components/button.tsx';
import { Failure } from '../components/states.tsx';
import { messageOf, onSessionLost } from '../lib/api.ts';
import { connection } from '../lib/connection.ts';
import { cx } from '../lib/cx.ts';
import { beginIdleFetching } from '../lib/idle.ts';
import { useUnread } from '../lib/inbox.ts';
import { useKeys } from '../lib/keys.ts';
import { startLive } from '../lib/live.ts';
import { followSignOut } from '../lib/session.ts';
import { returnLostFocus } from '../lib/lost-focus.ts';
import { overlay } from '../lib/on-demand.tsx';
import { type Opening, OpeningContext, overScreen, useOpen } from '../lib/opening.ts';
import { sessionQuery, useMay } from '../lib/queries.ts';
import { TaskPaneContext } from '../lib/task-pane.ts';
import { texts } from '../lib/texts.ts';
import { undoLast } from '../lib/undo.ts';
import { Navigation } from './navigation.tsx';

const Overlays = overlay(() => import('./overlays.tsx'));
const TaskPane = lazy(() => load(() => import('../features/task/task-pane.tsx')));
const TaskDrawer = overlay(() => import('../features/task/task-drawer.tsx'));

const copy = (what: 'tid' | 'branch') => () =>
  void load(() => import('../components/task-copy.ts')).then(({ copyPresent }) => copyPresent(what));

/** Kept in the browser while it is hidden. */
const SIDEBAR = 'sidebar';

let isLive = false;

/** What is around every screen behind the entry: navigation, palette, the task drawer, the bar of a lost connection. */
export function Shell() {
  const [opening, open] = useState<Opening>();
  const [isSignedOut, setSignedOut] = useState(false);
  const [hasNavigation, showNavigation] = useState(false);
  const [hasSidebar, showSidebar] = useState(() => localStorage.getItem(SIDEBAR) === null);
  const toggleSidebar = () => {
    if (hasSidebar) localStorage.setItem(SIDEBAR, 'hidden');
    else localStorage.removeItem(SIDEBAR);
    showSidebar(!hasSidebar);
  };
  const session = useQuery(sessionQuery);
  const user = session.data?.user;
  const mayCreate = useMay('MEMBER');
  const { task } = useAddress();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const navigate = useNavigate();
  const changeAddress = useChangeAddress();
  useEffect(() => showNavigation(false), [path, task, opening]);
  useEffect(() => void (overScreen.open = open), []);
  useEffect(() => onSessionLost(() => setSignedOut(true)), []);
  useEffect(() => {
    if (!user || isLive) return;
    isLive = true;
    startLive();
    followSignOut();
    returnLostFocus();
    beginIdleFetching();
  }, [user]);
  useKeys({
    // Not in place of a task that is being written.
    'mod+k': () => open((now) => (now?.what === 'new-task' ? now : { what: 'palette' })),
    '/': () => void navigate({ to: '/search' }),
    '?': () => open({ what: 'shortcuts' }),
    '[': toggleSidebar,
    'mod+.': copy('tid'),
    'mod+shift+.': copy('branch'),
    'mod+z': undoLast,
    ...(mayCreate && { c: () => open({ what: 'new-task' }) }),
  });
  return (
    <OpeningContext value={open}>
      <div id="screen">
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
          <PhoneBar isOpen={hasNavigation} onMenu={() => showNavigation(!hasNavigation)} />
          <div
            // Also for the screen that one is on.
            onClick={({ target }) => (target as Element).closest('a') && showNavigation(false)}
            className={cx(
              'relative w-full shrink-0 flex-col border-r border-line bg-surface md:flex',
              hasSidebar ? 'md:w-60' : 'md:w-11 md:*:not-first:hidden',
              hasNavigation ? 'flex min-h-0 grow md:grow-0' : 'hidden',
            )}
          >
            <IconButton
              label={hasSidebar ? texts.shell.hideSidebar : texts.shell.showSidebar}
              aria-expanded={hasSidebar}
              onClick={toggleSidebar}
              className="absolute right-2 bottom-10.5 max-md:hidden"
            >
              <Menu size={14} aria-hidden />
            </IconButton>
            <Navigation />
          </div>
          <main
            id="content"
            tabIndex={-1}
            className={cx('relative min-h-0 min-w-0 grow overflow-y-auto', hasNavigation && 'hidden md:block')}
          >
            <ConnectionBar />
            <TaskPaneContext value={TaskPane}>
              {session.error && !session.data ? (
                <Failure text={messageOf(session.error)} onRetry={() => void session.refetch()} />
              ) : (
                <Outlet />
              )}
            </TaskPaneContext>
          </main>
        </div>
      </div>
      {task && <TaskDrawer key={task} tid={task} onClose={() => changeAddress({ task: undefined })} />}
      {(opening || isSignedOut) && (
        <Overlays
          opening={opening}
          onClose={() => open(undefined)}
          isSignedOut={isSignedOut}
          onSignedIn={() => setSignedOut(false)}
        />
      )}
    </OpeningContext>
  );
}

const BAR_LINK = 'hit inline-flex items-center justify-center rounded-md text-muted aria-[current=page]:text-ink';

/** At the foot of a phone's screen, within reach of a thumb. */
function PhoneBar({ isOpen, onMenu }: { isOpen: boolean; onMenu: () => void }) {
  const open = useOpen();
  const mayCreate = useMay('MEMBER');
  const unread = useUnread();
  return (
    <div className="order-last flex shrink-0 items-center justify-between border-t border-line bg-surface px-3 pb-[env(safe-area-inset-bottom)] md:hidden">
      <IconButton label={texts.shell.menu} aria-expanded={isOpen} onClick={onMenu}>
        <Menu size={20} aria-hidden />
      </IconButton>
      <Link
        to="/inbox"
        aria-label={unread > 0 ? texts.shell.inboxUnread(unread) : texts.shell.inbox}
        className={BAR_LINK}
      >
        <span className="relative">
          <Inbox size={20} aria-hidden />
          {unread > 0 && <span aria-hidden className="dot absolute -top-1 -right-1 size-2.5 rounded-full bg-accent" />}
        </span>
      </Link>
      <Link to="/search" aria-label={texts.shell.search} className={BAR_LINK}>
        <Search size={20} aria-hidden />
      </Link>
      {mayCreate && (
        <IconButton label={texts.shell.newTask} onClick={() => open({ what: 'new-task' })}>
          <Plus size={20} aria-hidden />
        </IconButton>
      )}
    </div>
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
