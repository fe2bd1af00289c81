import type { SeededCompany } from './seed.js';
import { PLANTED_PRIORITY, PLANTED_STATUS, PLANTED_WORDS, PLANTED_YEARS } from './seed.js';
import type { ServerProcess } from './server-process.js';
import { type Measurement, median } from './table.js';

/** The service on a seeded database. */
export interface SeededService {
  service: ServerProcess;
  company: SeededCompany;
}

interface FirstPage {
  milliseconds: number;
  total: number;
}

type Parameters = (company: SeededCompany) => Record<string, string>;

const WARM_UPS = 5;
const RUNS = 15;
const MOST_TIMES_SLOWER = 2;
/** Of a multi-value parameter. */
const MOST_VALUES = 200;

/** Query parameters that match only the planted tasks. */
const FILTERS: Record<string, Parameters> = {
  projectId: ({ planted }) => ({ projectId: planted.project }),
  status: () => ({ status: PLANTED_STATUS }),
  priority: () => ({ priority: PLANTED_PRIORITY }),
  assigneeId: ({ planted }) => ({ assigneeId: planted.assignee }),
  sprintId: ({ planted }) => ({ sprintId: planted.sprint }),
  epicId: ({ planted }) => ({ epicId: planted.epic }),
  parentId: ({ planted }) => ({ parentId: planted.parent }),
  labelIds: ({ planted }) => ({ labelIds: planted.label }),
  tid: ({ sample }) => ({
    tid: sample
      .slice(0, MOST_VALUES)
      .map(({ tid }) => tid)
      .join(),
  }),
  isBlocked: () => ({ isBlocked: 'true' }),
  dueAfter: () => ({ dueAfter: `${PLANTED_YEARS.due}-01-01` }),
  createdBefore: () => ({ createdBefore: `${PLANTED_YEARS.created + 1}-01-01` }),
  updatedBefore: () => ({ updatedBefore: `${PLANTED_YEARS.updated + 1}-01-01` }),
  'filter, status': () => ({ filter: `status = ${PLANTED_STATUS}` }),
  'filter, assignee': ({ planted }) => ({ filter: `assignee = ${planted.assignee}` }),
  'filter, sprint': ({ planted }) => ({ filter: `sprint = ${planted.sprint}` }),
  'filter, label': ({ planted }) => ({ filter: `label = ${planted.label}` }),
  'filter, due': () => ({ filter: `due >= ${PLANTED_YEARS.due}-01-01` }),
  'filter, created': () => ({ filter: `created < ${PLANTED_YEARS.created + 1}-01-01` }),
  'search, 3 letters': () => ({ search: PLANTED_WORDS.short }),
  'search, long word': () => ({ search: PLANTED_WORDS.long }),
  'search, two words': () => ({ search: `${PLANTED_WORDS.first} ${PLANTED_WORDS.second}` }),
  'search, in descriptions': () => ({ search: PLANTED_WORDS.deep }),
};

/** Orders of all tasks of the company. */
const SORTS = ['priority', 'status', 'title'];

/** Times of a first page among few tasks and among many, where the same number matches, and of all of them in order. */
export async function compareFirstPages(few: SeededService, many: SeededService): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [name, parameters] of Object.entries(FILTERS)) {
    const pages = await firstPages(few, many, parameters);
    const [fewTotal, manyTotal] = (pages[0] as [FirstPage, FirstPage]).map(({ total }) => total);
    if (fewTotal !== manyTotal || !fewTotal) throw new Error(`${name} matches ${fewTotal} and ${manyTotal} tasks`);
    measurements.push(comparison(`first page by ${name} (${fewTotal} matches)`, few, many, pages));
  }
  for (const sortBy of SORTS) {
    const pages = await firstPages(few, many, () => ({ sortBy }));
    measurements.push(comparison(`first page of all, sorted by ${sortBy}`, few, many, pages));
  }
  return measurements;
}

async function firstPages(
  few: SeededService,
  many: SeededService,
  parameters: Parameters,
): Promise<[FirstPage, FirstPage][]> {
  const pages: [FirstPage, FirstPage][] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    pages.push([await firstPage(few, parameters), await firstPage(many, parameters)]);
  }
  return pages.slice(WARM_UPS);
}

function comparison(
  name: string,
  few: SeededService,
  many: SeededService,
  pages: readonly [FirstPage, FirstPage][],
): Measurement {
  const fewTime = median(pages.map(([page]) => page.milliseconds));
  const manyTime = median(pages.map(([, page]) => page.milliseconds));
  return {
    name,
    reference: `${few.company.tasks.toLocaleString('en')} tasks ${fewTime.toFixed(1)} ms`,
    ours: `${many.company.tasks.toLocaleString('en')} tasks ${manyTime.toFixed(1)} ms`,
    ratio: manyTime / fewTime,
    target: `≤ ${MOST_TIMES_SLOWER.toFixed(1)}`,
    isMet: manyTime / fewTime <= MOST_TIMES_SLOWER,
  };
}

async function firstPage({ service, company }: SeededService, parameters: Parameters): Promise<FirstPage> {
  const query = new URLSearchParams({ ...parameters(company), page: '1', limit: '50' }).toString();
  const start = performance.now();
  const response = await fetch(`${service.origin}${service.basePath}/tasks?${query}`, { headers: service.headers });
  const body = await response.text();
  const milliseconds = performance.now() - start;
  if (!response.ok) throw new Error(`GET /tasks?${query}: ${body}`);
  const { meta } = JSON.parse(body) as { meta: { pagination: { total: number } } };
  return { milliseconds, total: meta.pagination.total };
}
