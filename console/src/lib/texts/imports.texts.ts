import type { ImportOptions, ImportResponse } from 'project-management-sdk';
import { counted } from './counted.ts';

export type SheetField = NonNullable<ImportOptions['columns']>[string];

/** GitHub is one source, with a file and without. */
export type Source = Exclude<ImportResponse['source'], 'github_json'>;

const tasks = counted('task', 'tasks');

/** What a column of a sheet can become. */
const SHEET_FIELDS: Readonly<Record<SheetField, string>> = {
  title: 'Title',
  id: 'Key of origin',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  assignee: 'Assignee',
  labels: 'Labels',
  estimatedHours: 'Points',
  loggedHours: 'Time logged',
  dueDate: 'Due date',
  startDate: 'Start date',
  epic: 'Epic',
  sprint: 'Sprint',
  parent: 'Parent',
  blockedBy: 'Blocked by',
  creator: 'Creator',
  createdAt: 'Created',
  updatedAt: 'Updated',
  completedAt: 'Completed',
  url: 'Link of origin',
};

/** Reports name more than fields of sheets, some of it in words. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  ...SHEET_FIELDS,
  'external id': SHEET_FIELDS.id,
};

export const imports = {
  title: 'Import',
  hint: 'Bring the tasks of another tracker. First the file is checked: nothing is written before you have seen what will come.',
  source: 'Source',
  sources: {
    jira_csv: {
      name: 'Jira',
      steps: [
        'In Jira, open Filters and the issues to bring.',
        'Choose Export, Export CSV (all fields).',
        'Give the file here, as it is.',
      ],
    },
    linear_csv: {
      name: 'Linear',
      steps: ['In Linear, open Settings, Import/Export.', 'Choose Export CSV.', 'Give the file from the mail here.'],
    },
    github: {
      name: 'GitHub',
      steps: [
        'Make a token that may read the issues of the repository.',
        'Give it below with the name of the repository: the service reads the issues itself.',
        'Or give a JSON file with the pages of /repos/{owner}/{repo}/issues?state=all as one array.',
      ],
    },
    trello_json: {
      name: 'Trello',
      steps: [
        'In Trello, open the menu of the board.',
        'Choose Print, export and share, Export as JSON.',
        'Give the file here, as it is.',
      ],
    },
    asana_csv: {
      name: 'Asana',
      steps: ['In Asana, open the menu of the project.', 'Choose Export/Print, CSV.', 'Give the file here, as it is.'],
    },
    archive: {
      name: 'Archive',
      steps: [
        'In the other company, open Settings, Export, and choose Export company.',
        'Download the archive when it is ready.',
        'Give the ZIP here; for a whole company choose “As in the archive”.',
      ],
    },
    csv: {
      name: 'CSV',
      steps: [
        'Have a sheet with a row for each task.',
        'Save it as CSV, with the names of its columns in the first row.',
        'Give that file here, and say which column is the title.',
      ],
    },
  } satisfies Record<Source, { name: string; steps: string[] }>,
  repository: 'Repository',
  repositoryHint: 'Such as acme/shop.',
  token: 'Token',
  tokenHint: 'Kept encrypted, and deleted at the end.',
  project: 'Project',
  newProject: 'A new project',
  asArchived: 'As in the archive',
  name: 'Name',
  key: 'Key',
  keyHint: '2 to 10 characters of A–Z and 0–9. Tasks keep their numbers.',
  file: 'File',
  fileHint: 'Choose it, or drop it here.',
  columns: 'Columns',
  columnsHint: 'What each becomes. Usual names such as “title” or “due date” are known.',
  column: (name: string) => `Column “${name}”`,
  byItsName: 'By its name',
  fileMissing: 'Choose the file to import.',
  dropped: (name: string) => `Chosen: ${name}`,
  check: 'Check',
  uploading: 'The file is being sent',
  imports: 'Imports',
  none: 'Nothing has been imported yet.',
  created: 'Made',
  state: 'State',
  states: {
    waiting: 'Waits for its file',
    checking: 'Being checked',
    checked: 'Checked',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    stopping: 'Stopping',
    stopped: 'Stopped',
    undoing: 'Being undone',
    undone: 'Undone',
  },
  tasks: 'Tasks',
  progress: (done: string, of: string) => `${done} of ${of}`,
  people: 'People',
  person: 'Person',
  email: 'Email',
  here: 'Here',
  hereOf: (name: string) => `${name} here`,
  nobody: 'Nobody',
  inviting: 'Invite',
  priorities: 'Priorities',
  priority: 'Priority',
  keepText: (name: string) => `Keep “${name}”`,
  newLane: (name: string) => `New lane “${name}”`,
  makeLanes: (number: number) => (number === 1 ? 'Make a lane of this one' : `Make lanes of these ${number}`),
  becomesOf: (name: string) => `What ${name} becomes`,
  fields: 'Fields',
  values: 'Values',
  noPlace: 'No place here',
  lineOfDescription: 'A line of the description',
  newField: (type: string) => `New field: ${type}`,
  sheetFields: SHEET_FIELDS,
  fieldName: (name: string) => FIELD_NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1),
  statuses: 'Statuses',
  status: 'Status',
  becomes: 'Becomes',
  problems: 'Problems',
  problem: 'Problem',
  row: 'Row',
  item: 'Item',
  field: 'Field',
  noProblems: 'No problems.',
  noPeople: 'The file names nobody.',
  noStatuses: 'The file names no statuses.',
  moreProblems: (shown: string, all: string) => `The first ${shown} of ${all}.`,
  outcome: (created: number, updated: number, unchanged: number) =>
    `${tasks(created)} new, ${tasks(updated)} changed, ${tasks(unchanged)} unchanged.`,
  start: (number: number) => `Import ${tasks(number)}`,
  goOn: 'Go on',
  stop: 'Stop',
  undo: 'Undo import',
  undoQuestion: 'What the import made goes, unless somebody has changed, commented on or used it since.',
  deleteQuestion: 'The import goes from the list, with its file. What it brought stays.',
  kept: 'Kept',
  thing: 'Thing',
  reason: 'Why it stays',
  close: 'New import',
};
