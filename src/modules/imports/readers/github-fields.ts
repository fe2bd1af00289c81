/** Lists are arrays, and in GraphQL objects with `nodes`. */
const LISTS = ['', '.nodes'];

const OF_COMMENT = ['id', 'body', 'created_at', 'createdAt', 'user', 'user.login', 'author', 'author.login'];

/** What the keys of an issue become, of GitHub's REST and GraphQL and of its command line. */
const OF_ISSUE: Readonly<Record<string, string>> = {
  number: 'external id',
  title: 'title',
  body: 'description',
  state: 'status',
  state_reason: 'status',
  stateReason: 'status',
  closed: 'status',
  milestone: 'epic',
  'milestone.number': 'epic',
  'milestone.title': 'epic',
  'milestone.description': 'epic',
  'milestone.due_on': 'epic',
  'milestone.dueOn': 'epic',
  created_at: 'createdAt',
  createdAt: 'createdAt',
  updated_at: 'updatedAt',
  updatedAt: 'updatedAt',
  closed_at: 'completedAt',
  closedAt: 'completedAt',
  html_url: 'url',
  pull_request: 'left out',
  parent_issue_url: 'parent',
  parent: 'parent',
  'parent.number': 'parent',
  'parent.url': 'parent',
  comments: 'comments',
  'comments.totalCount': 'comments',
  ...person('user', 'creator'),
  ...person('author', 'creator'),
  ...each('labels', 'labels', ['name', 'color']),
  ...each('assignees', 'assignee', ['login']),
  ...each('comments', 'comments', OF_COMMENT),
  comments_data: 'comments',
  'comments_data.id': 'comments',
  'comments_data.body': 'comments',
  'comments_data.created_at': 'comments',
  ...person('comments_data.user', 'people'),
};

const IN_GRAPHQL = ['data.repository.issues', 'data.search'];
const SHAPES = ['nodes', 'edges'];

/** The lists of an object that hold issues: of a search, or of the answer of GraphQL. */
export const LISTS_OF_ISSUES = [
  ...['items', 'issues', 'nodes'],
  ...IN_GRAPHQL.flatMap((path) => SHAPES.map((shape) => `${path}.${shape}`)),
];
/** Where issues stand in a file. */
const PLACES = ['', ...LISTS_OF_ISSUES.map((list) => (list.endsWith('edges') ? `${list}.node.` : `${list}.`))];

/** By their paths; `url` is where the issue is, but in REST, which has `html_url`. */
export const BECOMES: Readonly<Record<string, string>> = Object.assign({}, ...PLACES.map(issuesAt)) as Record<
  string,
  string
>;

function issuesAt(place: string): Record<string, string> {
  const keys = Object.entries({ ...OF_ISSUE, url: 'url' });
  return {
    ...Object.fromEntries(placesIn(place).map((path) => [path, 'tasks'])),
    ...Object.fromEntries(keys.map(([key, field]) => [`${place}${key}`, field])),
  };
}

/** `data`, `data.search` and `data.search.nodes` of `data.search.nodes.` */
function placesIn(place: string): string[] {
  const names = place.split('.').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('.'));
}

function person(path: string, becomes: string): Record<string, string> {
  return { [path]: becomes, [`${path}.login`]: becomes };
}

function each(path: string, becomes: string, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    LISTS.flatMap((list) => [
      [`${path}${list}`, becomes],
      ...keys.map((key) => [`${path}${list}.${key}`, becomes] as const),
    ]),
  );
}
