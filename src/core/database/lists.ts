import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import { jsonArray } from '../../common/http/json-array.js';
import { BareList, DEFAULT_LIMIT, List, Page, pagination } from '../../common/http/list.js';
import type { PageQuery } from '../../common/http/page.query.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { Database, Statement } from './database.js';
import { databaseTypes } from './database-types.js';
import { ListPool } from './list-pool.js';

/** A list in SQL. `orderBy` must be total, so that pages never overlap while nothing changes. */
export interface ListStatement<Row extends object, Item> {
  /** `SELECT … FROM … WHERE …`, without order. */
  readonly select: string;
  /** Counts the rows of `select` with the same parameters, where that is cheaper than counting them as they are. */
  readonly count?: string;
  readonly values: unknown[];
  readonly orderBy: string;
  readonly toItem: (row: Row) => Item;
  /** Whether one plan fits all values, so that the first page and the total may be prepared once a connection. */
  readonly isPrepared?: boolean;
}

/** Rows read at once from a streamed list: memory and event loop stay free however long it is. */
const BATCH = 500;

/** Answers list endpoints: with `page` one page and its total, without it everything as a stream (decisions 1.9). */
@Injectable()
export class Lists {
  constructor(
    private readonly database: Database,
    private readonly pool: ListPool,
  ) {}

  async find<Row extends object, Item>(
    context: RequestContext,
    query: PageQuery,
    statement: ListStatement<Row, Item>,
  ): Promise<List<Item>> {
    return query.page === undefined
      ? this.stream(statement)
      : this.page(context, query.page, query.limit ?? DEFAULT_LIMIT, statement);
  }

  private async page<Row extends object, Item>(
    context: RequestContext,
    page: number,
    limit: number,
    { select, count, values, orderBy, toItem, isPrepared = false }: ListStatement<Row, Item>,
  ): Promise<Page<Item>> {
    const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const text = `${select} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
    const rows = await this.database.rows<Row>(context, statementOf(text, isPrepared && offset === 0), values);
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const total = isLast
      ? offset + rows.length
      : await this.total(context, statementOf(count ?? countOf(select), isPrepared), values);
    return new Page(rows.map(toItem), pagination(page, limit, total));
  }

  private async total(context: RequestContext, statement: Statement, values: unknown[]): Promise<number> {
    const row = await this.database.row<{ count: number }>(context, statement, values);
    return row?.count ?? 0;
  }

  private async stream<Row extends object, Item>({
    select,
    values,
    orderBy,
    toItem,
  }: ListStatement<Row, Item>): Promise<BareList> {
    const client = await this.pool.connect();
    try {
      const cursor = client.query(new Cursor<Row>(`${select} ORDER BY ${orderBy}`, values, { types: databaseTypes }));
      const first = await cursor.read(BATCH);
      if (first.length === BATCH) return new BareList(jsonOf(client, cursor, first, toItem));
      await cursor.close();
      client.release();
      return new BareList(jsonArray([first.map(toItem)]));
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

/** A prepared statement is named after its text. */
function statementOf(text: string, isPrepared: boolean): Statement {
  return isPrepared ? { name: createHash('md5').update(text).digest('hex'), text } : { text };
}

function countOf(select: string): string {
  return `SELECT count(*) FROM (${select}) counted`;
}

/** Gives the connection back when the list is through; drops it when the reader or the database went away before. */
function jsonOf<Row extends object, Item>(
  client: PoolClient,
  cursor: Cursor<Row>,
  first: Row[],
  toItem: (row: Row) => Item,
): Readable {
  let isComplete = false;
  async function* batches(): AsyncGenerator<Item[]> {
    for (let rows = first; rows.length > 0; rows = await cursor.read(BATCH)) yield rows.map(toItem);
    await cursor.close();
    isComplete = true;
  }
  const json = jsonArray(batches());
  json.once('close', () => client.release(!isComplete));
  return json;
}
