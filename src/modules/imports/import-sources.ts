/** Where imports come from. */
export const IMPORT_SOURCES = [
  'jira_csv',
  'linear_csv',
  'github',
  'github_json',
  'trello_json',
  'asana_csv',
  'csv',
  'archive',
] as const;

export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The trackers, as references name them. */
export const TRACKERS = {
  jira_csv: 'jira',
  linear_csv: 'linear',
  github: 'github',
  github_json: 'github',
  trello_json: 'trello',
  asana_csv: 'asana',
  csv: 'csv',
  archive: 'archive',
} as const satisfies Record<ImportSource, string>;

/** What an import is called unless it is given a name. */
export const SOURCE_NAMES: Record<ImportSource, string> = {
  jira_csv: 'Jira',
  linear_csv: 'Linear',
  github: 'GitHub',
  github_json: 'GitHub',
  trello_json: 'Trello',
  asana_csv: 'Asana',
  csv: 'Sheet',
  archive: 'Archive',
};
