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
export interface ListStatement {
  /** `SELECT … FROM … WHERE …`, without order. */
  readonly select: string;
  /** Counts the rows of `select` with the same parameters, where that is cheaper than counting them as they are. */
  readonly count?: string;
  readonly values: unknown[];
  readonly orderBy: string;
  /** Whether one plan fits all values, so that the first rows and the total may be prepared once a connection. */
  readonly isPrepared?: boolean;
}

/** One whose rows are not yet in the shape of the response. */
export interface MappedListStatement<Row extends object, Item> extends ListStatement {
  readonly toItem: (row: Row) => Item;
}

type AnyListStatement<Row, Item> = ListStatement & { readonly toItem?: (row: Row) => Item };

/** Rows read at once from a whole list: memory and event loop stay free however long it is. */
const BATCH = 500;

/**
 * Answers list endpoints: with `page` one page and its total, without it everything (decisions 1.9). Most lists are short
 * and read as a page is; only a longer one is streamed, over a connection that it holds while it is read.
 */
@Injectable()
export class Lists {
  constructor(
    private readonly database: Database,
    private readonly pool: ListPool,
  ) {}

  find<Item extends object>(context: RequestContext, query: PageQuery, statement: ListStatement): Promise<List<Item>>;
  find<Row extends object, Item>(
    context: RequestContext,
    query: PageQuery,
    statement: MappedListStatement<Row, Item>,
  ): Promise<List<Item>>;
  async find<Row extends object, Item>(
    context: RequestContext,
    query: PageQuery,
    statement: AnyListStatement<Row, Item>,
  ): Promise<List<Item>> {
    return query.page === undefined
      ? this.whole(context, statement)
      : this.page(context, query.page, query.limit ?? DEFAULT_LIMIT, statement);
  }

  private async page<Row extends object, Item>(
    context: RequestContext,
    page: number,
    limit: number,
    statement: AnyListStatement<Row, Item>,
  ): Promise<Page<Item>> {
    const { select, count, values, orderBy, isPrepared = false } = statement;
    const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const text = `${select} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
    const rows = await this.database.rows<Row>(context, statementOf(text, isPrepared && offset === 0), values);
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const total = isLast
      ? offset + rows.length
      : await this.total(context, statementOf(count ?? countOf(select), isPrepared), values);
    return new Page(itemsOf(rows, statement), pagination(page, limit, total));
  }

  private async total(context: RequestContext, statement: Statement, values: unknown[]): Promise<number> {
    const row = await this.database.row<{ count: number }>(context, statement, values);
    return row?.count ?? 0;
  }

  private async whole<Row extends object, Item>(
    context: RequestContext,
    statement: AnyListStatement<Row, Item>,
  ): Promise<BareList> {
    const { select, values, orderBy, isPrepared = false } = statement;
    const text = `${select} ORDER BY ${orderBy} LIMIT ${BATCH + 1}`;
    const rows = await this.database.rows<Row>(context, statementOf(text, isPrepared), values);
    return rows.length <= BATCH ? new BareList(jsonArray([itemsOf(rows, statement)])) : this.stream(statement);
  }

  /** From the first row again, so that all of the list is of one moment. */
  private async stream<Row extends object, Item>(statement: AnyListStatement<Row, Item>): Promise<BareList> {
    const client = await this.pool.connect();
    try {
      const { select, values, orderBy } = statement;
      const cursor = client.query(new Cursor<Row>(`${select} ORDER BY ${orderBy}`, values, { types: databaseTypes }));
      return new BareList(jsonOf(client, cursor, await cursor.read(BATCH), statement));
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

function itemsOf<Row extends object, Item>(rows: Row[], { toItem }: AnyListStatement<Row, Item>): Item[] {
  return toItem ? rows.map(toItem) : (rows as unknown[] as Item[]);
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
  statement: AnyListStatement<Row, Item>,
): Readable {
  let isComplete = false;
  async function* batches(): AsyncGenerator<Item[]> {
    for (let rows = first; rows.length > 0; rows = await cursor.read(BATCH)) yield itemsOf(rows, statement);
    await cursor.close();
    isComplete = true;
  }
  const json = jsonArray(batches());
  json.once('close', () => client.release(!isComplete));
  return json;
}
