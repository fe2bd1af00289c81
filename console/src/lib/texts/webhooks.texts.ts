import { counted } from './counted.ts';

const deliveries = counted('delivery is', 'deliveries are');

const all = (group: string): string => `All ${group.toLowerCase()} events`;

export const webhooks = {
  title: 'Webhooks',
  newWebhook: 'New webhook',
  createWebhook: 'Create webhook',
  url: 'URL',
  project: 'Project',
  allProjects: 'All projects',
  filterHint: 'Of task events, only those whose task then matches, such as “priority = Urgent”. Left empty: all.',
  onlyMatching: 'Tasks that match',
  events: 'Events',
  groups: { task: 'Task', project: 'Project', sprint: 'Sprint', team: 'Team', label: 'Label', epic: 'Epic' } as Record<
    string,
    string
  >,
  all,
  /** `task.created`, `task.*` or `*`, as people say it. */
  eventInWords: (event: string): string =>
    event === '*' ? 'All events' : event.endsWith('.*') ? all(event.slice(0, -2)) : event,
  none: 'No webhook yet. One calls a URL of yours when something happens. “New webhook” makes the first.',
  secret: 'Secret',
  otherHost:
    'Another host gets a new secret, and headers must be given anew: what was for the old one is not sent there.',
  copySecret: 'Copy secret',
  copied: 'Secret copied',
  once: 'Copy it now: it is not shown again. It signs every delivery, so that you can tell ours from others.',
  active: 'Active',
  inactive: 'Inactive',
  failing: (since: string) => `Failing since ${since}`,
  healthy: (when: string) => `Last delivered ${when}`,
  unused: 'Nothing delivered yet',
  countEvents: counted('event', 'events'),
  enable: 'Enable',
  disable: 'Disable',
  deliveries: 'Deliveries',
  event: 'Event',
  status: 'Status',
  any: 'Any',
  statuses: { pending: 'pending', delivered: 'delivered', failed: 'failed' } as Record<string, string>,
  attempts: 'Attempts',
  answer: 'Answer',
  nextAttempt: (when: string) => `tries again ${when}`,
  created: 'Created',
  noDeliveries: 'No delivery fits.',
  nothingSent: 'Nothing has been sent yet. “Send test event” tries it.',
  redeliver: 'Redeliver',
  redelivered: 'It is sent once more.',
  redeliverFailed: 'Redeliver failed',
  redeliveredFailed: (number: number) => `${deliveries(number)} sent once more`,
  sendTest: 'Send test event',
  testSent: 'A test event is on its way.',
  rotate: 'Rotate secret',
  rotateQuestion: 'A new secret is made. The old one is good for another 24 hours, so that you can change it over.',
  deleteQuestion: (host: string) => `The webhook to ${host} goes for good, with its deliveries.`,
  request: 'Request',
  headers: 'Headers',
  body: 'Body',
  noAnswer: 'no answer',
  details: 'Details',
} as const;
