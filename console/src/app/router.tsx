import { load } from '../lib/loading.ts';
import type { Search } from '../lib/address.ts';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Announcer, Toasts } from '../components/toasts.tsx';
import { hasStatus } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/queries.ts';
import { Broken } from './broken.tsx';
import { Shell } from './shell.tsx';

const asText = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const root = createRootRoute({
  validateSearch: asText,
  component: () => (
    <>
      <Outlet />
      <Toasts />
      <Announcer />
    </>
  ),
});

/** A component that is loaded when its address is opened. */
const lazily = <Name extends string>(part: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyRouteComponent(() => load(part), name);

const entry = (path: string, name: 'Register' | 'RequestReset' | 'ConfirmReset') =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazily(() => import('../features/entry/entry-screens.tsx'), name),
  });

async function ensureSignedIn({ location }: { location: { href: string } }): Promise<void> {
  const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' }).catch((error: unknown) => {
    if (hasStatus(error, 0, 503)) return undefined;
    throw error;
  });
  if (session?.user === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: ensureSignedIn,
});

type Part<Name extends string> = Parameters<typeof lazily<Name>>;

const screen = <Path extends string, Name extends string>(path: Path, ...part: Part<Name>) =>
  createRoute({ getParentRoute: () => shell, path, component: lazily(...part) });

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$key',
  component: lazily(() => import('../features/project/project-frame.tsx'), 'ProjectFrame'),
});
const inProject = <Path extends string, Name extends string>(path: Path, ...part: Part<Name>) =>
  createRoute({ getParentRoute: () => project, path, component: lazily(...part) });

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazily(() => import('../features/entry/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/sso',
    component: lazily(() => import('../features/entry/sso-return.tsx'), 'SsoReturn'),
  }),
  entry('/register', 'Register'),
  entry('/reset-password', 'RequestReset'),
  entry('/reset-password/confirm', 'ConfirmReset'),
  createRoute({
    getParentRoute: () => root,
    path: '/api/unsubscribe',
    component: lazily(() => import('../features/entry/unsubscribe-screen.tsx'), 'Unsubscribe'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/oauth/authorize',
    beforeLoad: ensureSignedIn,
    component: lazily(() => import('../features/connections/connect-screen.tsx'), 'ConnectScreen'),
  }),
  shell.addChildren([
    screen('/', () => import('../features/my-work/my-work-screen.tsx'), 'MyWorkScreen'),
    screen('/inbox', () => import('../features/inbox/inbox-screen.tsx'), 'InboxScreen'),
    screen('/projects', () => import('../features/projects/projects-screen.tsx'), 'ProjectsScreen'),
    screen('/search', () => import('../features/search/search-screen.tsx'), 'SearchScreen'),
    screen('/tasks/$tid', () => import('../features/task/task-screen.tsx'), 'TaskScreen'),
    screen('/views', () => import('../features/views/views-screen.tsx'), 'ViewsScreen'),
    screen('/views/$id', () => import('./view-screen.tsx'), 'ViewScreen'),
    screen('/webhooks', () => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
    screen('/webhooks/$id', () => import('../features/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
    screen('/agents', () => import('../features/agents/agents-screen.tsx'), 'AgentsScreen'),
    screen('/colleagues', () => import('../features/colleagues/colleagues-screen.tsx'), 'ColleaguesScreen'),
    screen('/colleagues/$id', () => import('../features/colleagues/colleague-screen.tsx'), 'ColleagueScreen'),
    createRoute({
      getParentRoute: () => shell,
      path: '/settings',
      beforeLoad: () => {
        throw redirect({ to: '/settings/profile', replace: true });
      },
    }),
    screen('/settings/profile', () => import('../features/settings/profile-screen.tsx'), 'ProfileScreen'),
    screen('/settings/security', () => import('../features/security/security-screen.tsx'), 'SecurityScreen'),
    screen('/settings/sign-on', () => import('../features/security/sign-on-screen.tsx'), 'SignOnScreen'),
    screen(
      '/settings/notifications',
      () => import('../features/notifications/notifications-screen.tsx'),
      'NotificationsScreen',
    ),
    screen('/settings/company', () => import('../features/settings/company-screen.tsx'), 'CompanyScreen'),
    screen('/settings/people', () => import('../features/settings/people-screen.tsx'), 'PeopleScreen'),
    screen('/settings/labels', () => import('../features/settings/labels-screen.tsx'), 'LabelsScreen'),
    screen('/settings/fields', () => import('../features/settings/fields-screen.tsx'), 'FieldsScreen'),
    screen('/settings/templates', () => import('../features/templates/templates-screen.tsx'), 'TemplatesScreen'),
    screen('/settings/lanes', () => import('../features/settings/lanes-screen.tsx'), 'LanesScreen'),
    screen('/settings/about', () => import('../features/settings/about-screen.tsx'), 'AboutScreen'),
    screen('/settings/import', () => import('../features/imports/import-screen.tsx'), 'ImportScreen'),
    screen('/settings/export', () => import('../features/exports/export-screen.tsx'), 'ExportScreen'),
    screen('/settings/audit-log', () => import('../features/audit/audit-log-screen.tsx'), 'AuditLogScreen'),
    screen('/settings/api-keys', () => import('../features/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
    screen(
      '/settings/connections',
      () => import('../features/connections/connections-screen.tsx'),
      'ConnectionsScreen',
    ),
    screen(
      '/settings/calendar',
      () => import('../features/calendar-feeds/calendar-feeds-screen.tsx'),
      'CalendarFeedsScreen',
    ),
    screen('/settings/code', () => import('../features/code/code-screen.tsx'), 'CodeScreen'),
    screen('/settings/api-keys/$id', () => import('../features/api-keys/api-key-screen.tsx'), 'ApiKeyScreen'),
    // Any other address has the menus of the signed-in screens, too.
    createRoute({
      getParentRoute: () => shell,
      path: '$',
      component: lazily(() => import('../components/not-found.tsx'), 'NotFound'),
    }),
    project.addChildren([
      createRoute({
        getParentRoute: () => project,
        path: '/',
        beforeLoad: ({ params }) => {
          throw redirect({ to: '/projects/$key/board', params: params as { key: string }, replace: true });
        },
      }),
      inProject('board', () => import('../features/board/board-screen.tsx'), 'BoardScreen'),
      inProject('list', () => import('../features/list/list-screen.tsx'), 'ListScreen'),
      inProject('calendar', () => import('../features/schedule/calendar-screen.tsx'), 'CalendarScreen'),
      inProject('timeline', () => import('../features/schedule/timeline-screen.tsx'), 'TimelineScreen'),
      inProject('epics', () => import('../features/epics/epics-screen.tsx'), 'EpicsScreen'),
      inProject('insights', () => import('../features/insights/insights-screen.tsx'), 'InsightsScreen'),
      inProject('trash', () => import('../features/trash/trash-screen.tsx'), 'TrashScreen'),
      inProject('sprints/$id', () => import('../features/sprint/sprint-screen.tsx'), 'SprintScreen'),
      inProject(
        'settings',
        () => import('../features/project-settings/project-settings-screen.tsx'),
        'ProjectSettingsScreen',
      ),
      inProject('planning', () => import('../features/planning/planning-screen.tsx'), 'PlanningScreen'),
    ]),
  ]),
]);

/** Parameters that say something by being there. */
const BARE: readonly string[] = ['answer'];

export const router = createRouter({
  routeTree,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // Plain text in, plain text out: the parameters are the API's own.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(
      ([name, value]) => value !== undefined && (value !== '' || BARE.includes(name)),
    );
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
