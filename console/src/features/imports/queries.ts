import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ImportOptions, type ImportResponse } from 'project-management-sdk';
import { client, messageOf } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import { imports as words, type SheetField, type Source } from '../../lib/texts/imports.texts.ts';
import { showToast } from '../../lib/toasts.ts';

const POLL_MS = 1_000;

/** Something is under way, and the answer says how far. */
const BUSY: readonly ImportResponse['state'][] = ['checking', 'running', 'stopping', 'undoing'];
export const isBusy = ({ state }: Pick<ImportResponse, 'state'>): boolean => BUSY.includes(state);

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => client.listImports({ signal }),
  ...UNEVENTFUL,
  refetchInterval: ({ state: { data } }) => (data?.some(isBusy) ? POLL_MS : UNEVENTFUL.refetchInterval),
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => client.getImport({ path: { id }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? POLL_MS : false),
  });

/** In place of a project: the archive says which there are. */
export const AS_ARCHIVED = 'archived';

/** The field that each column of a sheet becomes, by the name of the column. */
export type Columns = Record<string, SheetField>;

/** How a source is read. */
export interface ReadingOptions {
  archived: boolean;
  checklists: 'list' | 'subtasks';
  timezone: string;
  pointsAreHours: boolean;
  /** Empty: as the columns prove it. */
  dateFormat: NonNullable<ImportOptions['dateFormat']> | '';
}

export const USUAL_OPTIONS: ReadingOptions = {
  archived: false,
  checklists: 'list',
  timezone: 'UTC',
  pointsAreHours: true,
  dateFormat: '',
};

export const LONGEST_NAME = 100;

export interface NewImport {
  source: Source;
  projectId: string;
  project: { name: string; key: string };
  /** Of GitHub, which needs no file. */
  github: { repository: string; token: string };
  file: File | undefined;
  /** Of a sheet: the fields that its columns become. */
  columns: Columns;
  /** Those that the source has. */
  options: Partial<ReadingOptions>;
}

/** Makes an import, sends its file, if it has one, and has it checked. */
export async function checkImport(made: NewImport): Promise<ImportResponse> {
  const { source, projectId, project, github, file, columns } = made;
  const { dateFormat, ...reading } = made.options;
  const options = {
    ...(isGitHub(made) && github),
    ...(source === 'csv' && Object.keys(columns).length > 0 && { columns }),
    ...reading,
    ...(dateFormat && { dateFormat }),
  };
  const target = projectId === AS_ARCHIVED ? {} : projectId === '' ? { project } : { projectId };
  const isLive = isGitHub(made);
  if (!file && !isLive) throw withoutFile();
  const body = {
    source: source === 'github' && file ? ('github_json' as const) : source,
    ...target,
    ...(file && { name: file.name.slice(0, LONGEST_NAME) }),
    ...(Object.keys(options).length > 0 && { options }),
  };
  const { id } = await client.createImport({ body });
  try {
    if (file) await client.uploadImport({ path: { id }, body: file });
    return await client.checkImport({ path: { id } });
  } catch (error) {
    // One without its file is of no use to anybody.
    await client.deleteImport({ path: { id } }).catch(() => undefined);
    throw error;
  }
}

/** It is read by the service, without a file. */
const isGitHub = ({ source, file }: NewImport): boolean => source === 'github' && !file;

function withoutFile(): ApiError {
  const message = words.fileMissing;
  return new ApiError({ status: 400, code: 'VALIDATION_ERROR', message, details: { file: message }, traceId: '' });
}

type Mapping = ImportResponse['mapping'];
/** A lane that the start makes. */
type NewLane = { lane: string };
/** A field of the company, or a new one. */
type FieldChoice = Exclude<NonNullable<Mapping['fields']>[string], string>;

/** Says what one name of a checked file becomes; all the others stay as they are. */
export function chooseMeaning(
  { id, mapping }: ImportResponse,
  part: keyof Mapping,
  name: string,
  to: string | NewLane | FieldChoice | null,
) {
  const chosen = { ...mapping[part], [name]: to };
  return act(client.updateImport({ path: { id }, body: { mapping: { [part]: chosen } } }));
}

/** Whether the start makes a lane of what a status becomes. */
export function makesLane({ mapping }: ImportResponse, status: string): boolean {
  return typeof mapping.statuses?.[status] === 'object';
}

/** Has the start make lanes of what these statuses become. */
export function makeLanes({ id, mapping }: ImportResponse, statuses: readonly { name: string; lane: string }[]) {
  const made = Object.fromEntries(statuses.map(({ name, lane }) => [name, { lane }]));
  return act(client.updateImport({ path: { id }, body: { mapping: { statuses: { ...mapping.statuses, ...made } } } }));
}

/** Shows what an import has become, or why it is refused. */
export async function act(work: Promise<ImportResponse>): Promise<void> {
  await work.then(remember, (error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
}

export function remember(row: ImportResponse): void {
  queryClient.setQueryData(importQuery(row.id).queryKey, row);
  void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
}
