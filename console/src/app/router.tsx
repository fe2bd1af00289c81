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
import { Announcer, Toasts } from '../components/toasts.tsx';
import { hasStatus } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/queries.ts';
import { Broken } from './broken.tsx';
import { NotFound } from '../components/not-found.tsx';
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

const entry = (path: string, name: 'Register' | 'RequestReset' | 'ConfirmReset') =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => load(() => import('../features/entry/entry-screens.tsx')), name),
  });

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' }).catch((error: unknown) => {
      if (hasStatus(error, 0, 503)) return undefined;
      throw error;
    });
    if (session?.user === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
});

const screen = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => shell, path, component });

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$key',
  component: lazyRouteComponent(() => load(() => import('../features/project/project-frame.tsx')), 'ProjectFrame'),
});
const inProject = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => project, path, component });

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => load(() => import('../features/entry/sign-in.tsx')), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/sso',
    component: lazyRouteComponent(() => load(() => import('../features/entry/sso-return.tsx')), 'SsoReturn'),
  }),
  entry('/register', 'Register'),
  entry('/reset-password', 'RequestReset'),
  entry('/reset-password/confirm', 'ConfirmReset'),
  createRoute({
    getParentRoute: () => root,
    path: '/api/unsubscribe',
    component: lazyRouteComponent(() => load(() => import('../features/entry/unsubscribe-screen.tsx')), 'Unsubscribe'),
  }),
  shell.addChildren([
    screen(
      '/',
      lazyRouteComponent(() => load(() => import('../features/my-work/my-work-screen.tsx')), 'MyWorkScreen'),
    ),
    screen(
      '/inbox',
      lazyRouteComponent(() => load(() => import('../features/inbox/inbox-screen.tsx')), 'InboxScreen'),
    ),
    screen(
      '/projects',
      lazyRouteComponent(() => load(() => import('../features/projects/projects-screen.tsx')), 'ProjectsScreen'),
    ),
    screen(
      '/search',
      lazyRouteComponent(() => load(() => import('../features/search/search-screen.tsx')), 'SearchScreen'),
    ),
    screen(
      '/tasks/$tid',
      lazyRouteComponent(() => load(() => import('../features/task/task-screen.tsx')), 'TaskScreen'),
    ),
    screen(
      '/views',
      lazyRouteComponent(() => load(() => import('../features/views/views-screen.tsx')), 'ViewsScreen'),
    ),
    screen(
      '/views/$id',
      lazyRouteComponent(() => load(() => import('./view-screen.tsx')), 'ViewScreen'),
    ),
    screen(
      '/webhooks',
      lazyRouteComponent(() => load(() => import('../features/webhooks/webhooks-screen.tsx')), 'WebhooksScreen'),
    ),
    screen(
      '/webhooks/$id',
      lazyRouteComponent(() => load(() => import('../features/webhooks/webhook-screen.tsx')), 'WebhookScreen'),
    ),
    screen(
      '/agents',
      lazyRouteComponent(() => load(() => import('../features/agents/agents-screen.tsx')), 'AgentsScreen'),
    ),
    screen(
      '/colleagues',
      lazyRouteComponent(() => load(() => import('../features/colleagues/colleagues-screen.tsx')), 'ColleaguesScreen'),
    ),
    screen(
      '/colleagues/$id',
      lazyRouteComponent(() => load(() => import('../features/colleagues/colleague-screen.tsx')), 'ColleagueScreen'),
    ),
    createRoute({
      getParentRoute: () => shell,
      path: '/settings',
      beforeLoad: () => {
        throw redirect({ to: '/settings/profile', replace: true });
      },
    }),
    screen(
      '/settings/profile',
      lazyRouteComponent(() => load(() => import('../features/settings/profile-screen.tsx')), 'ProfileScreen'),
    ),
    screen(
      '/settings/security',
      lazyRouteComponent(() => load(() => import('../features/security/security-screen.tsx')), 'SecurityScreen'),
    ),
    screen(
      '/settings/sign-on',
      lazyRouteComponent(() => load(() => import('../features/security/sign-on-screen.tsx')), 'SignOnScreen'),
    ),
    screen(
      '/settings/notifications',
      lazyRouteComponent(
        () => load(() => import('../features/notifications/notifications-screen.tsx')),
        'NotificationsScreen',
      ),
    ),
    screen(
      '/settings/company',
      lazyRouteComponent(() => load(() => import('../features/settings/company-screen.tsx')), 'CompanyScreen'),
    ),
    screen(
      '/settings/people',
      lazyRouteComponent(() => load(() => import('../features/settings/people-screen.tsx')), 'PeopleScreen'),
    ),
    screen(
      '/settings/labels',
      lazyRouteComponent(() => load(() => import('../features/settings/labels-screen.tsx')), 'LabelsScreen'),
    ),
    screen(
      '/settings/lanes',
      lazyRouteComponent(() => load(() => import('../features/settings/lanes-screen.tsx')), 'LanesScreen'),
    ),
    screen(
      '/settings/about',
      lazyRouteComponent(() => load(() => import('../features/settings/about-screen.tsx')), 'AboutScreen'),
    ),
    screen(
      '/settings/import',
      lazyRouteComponent(() => load(() => import('../features/imports/import-screen.tsx')), 'ImportScreen'),
    ),
    screen(
      '/settings/export',
      lazyRouteComponent(() => load(() => import('../features/exports/export-screen.tsx')), 'ExportScreen'),
    ),
    screen(
      '/settings/audit-log',
      lazyRouteComponent(() => load(() => import('../features/audit/audit-log-screen.tsx')), 'AuditLogScreen'),
    ),
    screen(
      '/settings/api-keys',
      lazyRouteComponent(() => load(() => import('../features/api-keys/api-keys-screen.tsx')), 'ApiKeysScreen'),
    ),
    screen(
      '/settings/api-keys/$id',
      lazyRouteComponent(() => load(() => import('../features/api-keys/api-key-screen.tsx')), 'ApiKeyScreen'),
    ),
    // Any other address has the menus of the signed-in screens, too.
    createRoute({ getParentRoute: () => shell, path: '$', component: NotFound }),
    project.addChildren([
      createRoute({
        getParentRoute: () => project,
        path: '/',
        beforeLoad: ({ params }) => {
          throw redirect({ to: '/projects/$key/board', params: params as { key: string }, replace: true });
        },
      }),
      inProject(
        'board',
        lazyRouteComponent(() => load(() => import('../features/board/board-screen.tsx')), 'BoardScreen'),
      ),
      inProject(
        'list',
        lazyRouteComponent(() => load(() => import('../features/list/list-screen.tsx')), 'ListScreen'),
      ),
      inProject(
        'epics',
        lazyRouteComponent(() => load(() => import('../features/epics/epics-screen.tsx')), 'EpicsScreen'),
      ),
      inProject(
        'insights',
        lazyRouteComponent(() => load(() => import('../features/insights/insights-screen.tsx')), 'InsightsScreen'),
      ),
      inProject(
        'sprints/$id',
        lazyRouteComponent(() => load(() => import('../features/sprint/sprint-screen.tsx')), 'SprintScreen'),
      ),
      inProject(
        'settings',
        lazyRouteComponent(
          () => load(() => import('../features/project-settings/project-settings-screen.tsx')),
          'ProjectSettingsScreen',
        ),
      ),
      inProject(
        'planning',
        lazyRouteComponent(() => load(() => import('../features/planning/planning-screen.tsx')), 'PlanningScreen'),
      ),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // Plain text in, plain text out: the parameters are the API's own.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
