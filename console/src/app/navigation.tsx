import { useNames } from '../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  Bot,
  BriefcaseBusiness,
  ChevronsUpDown,
  Cpu,
  Eye,
  FolderKanban,
  Inbox,
  Plus,
  Search,
  Settings,
  Webhook,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button, buttonStyle } from '../components/button.tsx';
import { Avatar } from '../components/marks.tsx';
import { MenuButton } from '../components/menu.tsx';
import { inboxCountQuery } from '../lib/inbox.ts';
import { favoritesQuery } from '../components/view-queries.ts';
import { load } from '../lib/loading.ts';
import { useOpen } from '../lib/opening.ts';
import { projectsQuery, useMay, useUser } from '../lib/queries.ts';
import { signOut } from '../lib/session.ts';
import { texts } from '../lib/texts.ts';

const Favorites = lazy(() => load(() => import('./favorites.tsx')));

const LINK =
  'control flex items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink';

export function Navigation() {
  const open = useOpen();
  const mayCreate = useMay('MEMBER');
  const isAdmin = useMay('ADMIN');
  const user = useUser();
  return (
    <>
      <div className="flex gap-2 p-2">
        {mayCreate && (
          <Button
            look="primary"
            className="grow"
            title={texts.common.withKey(texts.shell.newTask, 'c')}
            onClick={() => open({ what: 'new-task' })}
          >
            <Plus size={14} aria-hidden />
            {texts.shell.newTask}
          </Button>
        )}
        <Link
          to="/search"
          aria-label={texts.shell.search}
          title={texts.common.withKey(texts.shell.search, '/')}
          className={buttonStyle('secondary', 'pointer-coarse:min-w-11')}
        >
          <Search size={14} aria-hidden />
        </Link>
      </div>
      <nav
        aria-label={texts.shell.main}
        className="scroll-thin flex min-h-0 grow flex-col gap-0.5 overflow-y-auto px-2 pb-2"
      >
        <InboxLink />
        <NavLink to="/" icon={<BriefcaseBusiness size={15} aria-hidden />} text={texts.shell.myWork} />
        <NavLink to="/projects" icon={<FolderKanban size={15} aria-hidden />} text={texts.shell.projects} />
        <ProjectLinks />
        <NavLink to="/views" icon={<Eye size={15} aria-hidden />} text={texts.shell.views} />
        <FavoriteLinks />
        <NavLink to="/colleagues" icon={<Bot size={15} aria-hidden />} text={texts.shell.colleagues} />
        <NavLink to="/agents" icon={<Cpu size={15} aria-hidden />} text={texts.shell.agents} />
        {isAdmin && <NavLink to="/webhooks" icon={<Webhook size={15} aria-hidden />} text={texts.shell.webhooks} />}
        <NavLink to="/settings" icon={<Settings size={15} aria-hidden />} text={texts.shell.settings} />
      </nav>
      <div className="border-t border-line p-2">
        <p dir="auto" className="truncate px-2 pb-1 text-xs text-muted md:pr-8">
          {user?.name}
        </p>
        <AccountMenu />
      </div>
    </>
  );
}

function NavLink({ to, icon, text }: { to: string; icon: ReactNode; text: string }) {
  return (
    <Link
      to={to}
      className={LINK}
      activeOptions={{ exact: to === '/' || to === '/projects' || to === '/views', includeSearch: false }}
    >
      {icon}
      {text}
    </Link>
  );
}

/** "Inbox, 3 unread" to those who hear it. */
function InboxLink() {
  const { data } = useQuery(inboxCountQuery);
  const unread = data?.unread ?? 0;
  return (
    <Link to="/inbox" className={LINK} activeOptions={{ includeSearch: false }}>
      <Inbox size={15} aria-hidden />
      <span aria-hidden className="grow">
        {texts.shell.inbox}
      </span>
      <span className="sr-only">{unread > 0 ? texts.shell.inboxUnread(unread) : texts.shell.inbox}</span>
      {unread > 0 && (
        <span aria-hidden className="rounded-full bg-accent px-1.5 text-xs text-on-accent">
          {unread}
        </span>
      )}
    </Link>
  );
}

/** Loaded where there are some: the first screen is light. */
function FavoriteLinks() {
  const { data: views = [] } = useQuery(favoritesQuery);
  return <Suspense>{views.length > 0 && <Favorites views={views} linkStyle={`${LINK} min-w-0 grow pl-8`} />}</Suspense>;
}

function ProjectLinks() {
  const { data = [] } = useQuery(projectsQuery);
  const { key } = useNames();
  const shown = data.filter((project) => project.status === 'active' || project.key === key?.toUpperCase());
  return (
    <ul className="flex flex-col gap-0.5 pb-1">
      {shown.map((project) => (
        <li key={project.id}>
          <Link
            to="/projects/$key/board"
            params={{ key: project.key }}
            className={`${LINK} pl-8`}
            {...(project.key === key?.toUpperCase() && { 'aria-current': 'page' as const })}
          >
            <span className="truncate">{project.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function AccountMenu() {
  const user = useUser();
  const open = useOpen();
  const navigate = useNavigate();
  return (
    <MenuButton
      label={texts.shell.account}
      className="control flex w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover"
      entries={() => [
        { text: texts.shell.settings, run: () => void navigate({ to: '/settings' }) },
        { text: texts.shell.shortcuts, run: () => open({ what: 'shortcuts' }) },
        { text: texts.shell.apiDocs, run: () => location.assign('/api/docs') },
        { separator: true },
        { text: texts.shell.signOut, run: () => void signOut() },
      ]}
    >
      <Avatar name={user?.name ?? ''} />
      <span className="grow">{texts.shell.account}</span>
      <ChevronsUpDown size={14} aria-hidden className="text-muted" />
    </MenuButton>
  );
}
