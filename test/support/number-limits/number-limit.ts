import type { TestCompany } from '../../factories/company.factory.js';
import type { Answer } from '../api.js';
import type { TestService } from '../test-service.js';

export const AT_ONCE = 8;
/** How many of these there is room for. */
export const ROOM = 3;
export const FILES_OF_COMPANY = 1024 ** 3;
export const LIMITS = {
  keysPerUser: 5,
  webhooks: 26,
  colleagues: 5,
  users: 20,
  invitations: 5,
  companyFileBytes: FILES_OF_COMPANY,
};

/** Where things are made: a company of its own for each limit. */
export interface LimitedWorld {
  readonly service: TestService;
  readonly company: TestCompany;
  readonly projectId: string;
}

/** Makes one more; the first argument is another number for each. */
export type Make = (place: number) => Promise<Answer>;

export interface NumberLimit {
  readonly what: string;
  /** The refusal, as the sources have it. */
  readonly refusal: string;
  readonly status?: number;
  /** Leaves room for three. */
  readonly prepare: (world: LimitedWorld) => Promise<Make>;
}

/** Copies a row behind the service's back. */
export async function copies({ service }: LimitedWorld, table: string, id: string, count: number): Promise<void> {
  await service.database.rows(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()))).*
      FROM ${table} x, generate_series(1, $2::integer) WHERE x.id = $1`,
    [id, count],
  );
}

/** Makes things one after the other until there is room for three. */
export async function fill(count: number, make: Make): Promise<Make> {
  for (let place = 0; place < count - ROOM; place += 1) {
    const { status, text } = await make(1_000 + place);
    if (status > 201) throw new Error(text);
  }
  return make;
}

/** Callers in turn: a lock of the caller alone is not enough. */
export const callerOf = ({ company }: LimitedWorld, place: number) =>
  (place % 2 === 0 ? company.owner : company.admin).api;
