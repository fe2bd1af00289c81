import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JsonArray } from '../../common/http/json-array.js';
import {
  DEFAULT_LIMIT,
  type List,
  listBody,
  ListInMemory,
  type Pagination,
  pagination,
  StreamedList,
} from '../../common/http/list.js';
import type { PageQuery } from '../../common/http/page.query.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { Database, Statement } from './database.js';
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

/** A bare list of more rows is streamed. */
const MOST_ROWS = 500;
/** Bytes, as PostgreSQL sends the rows, of the largest list or page that is kept in memory; a larger one is streamed. */
const MOST_BYTES = 512 * 1024;

/**
 * Answers list endpoints: with `page` one page and its total, without it everything (decisions 1.9). Most are small, and
 * read in one statement; a larger one is streamed over a connection that it holds while it is read. Either way few of its
 * rows are in memory at a time (extensions 1.5).
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
  ): Promise<List<Item>> {
    const { select, values, orderBy, isPrepared = false } = statement;
    const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const text = `${select} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
    const first = statementOf(text, isPrepared && offset === 0);
    const rows = await this.database.rowsWithin<Row>(context, first, values, MOST_BYTES);
    const isLast = rows && rows.length < limit && (rows.length > 0 || offset === 0);
    const total = isLast ? offset + rows.length : await this.total(context, statement);
    const shown = pagination(page, limit, total);
    return rows ? new ListInMemory(itemsOf(rows, statement), shown) : this.stream(context, text, statement, shown);
  }

  private async total(context: RequestContext, statement: ListStatement): Promise<number> {
    const { select, count = `SELECT count(*) FROM (${select}) counted`, values, isPrepared = false } = statement;
    const row = await this.database.row<{ count: number }>(context, statementOf(count, isPrepared), values);
    return row?.count ?? 0;
  }

  private async whole<Row extends object, Item>(
    context: RequestContext,
    statement: AnyListStatement<Row, Item>,
  ): Promise<List<Item>> {
    const { select, values, orderBy, isPrepared = false } = statement;
    const text = `${select} ORDER BY ${orderBy}`;
    const first = statementOf(`${text} LIMIT ${MOST_ROWS + 1}`, isPrepared);
    const rows = await this.database.rowsWithin<Row>(context, first, values, MOST_BYTES);
    const isAll = rows && rows.length <= MOST_ROWS;
    return isAll ? new ListInMemory(itemsOf(rows, statement)) : this.stream(context, text, statement);
  }

  /** From the first row again, so that all of the list is of one moment. */
  private async stream<Row extends object, Item>(
    context: RequestContext,
    text: string,
    statement: AnyListStatement<Row, Item>,
    page?: Pagination,
  ): Promise<StreamedList> {
    const { rows, signal, close } = await this.pool.open<Row>(context, { text, values: statement.values });
    try {
      await rows.ready();
    } catch (error) {
      close();
      throw error;
    }
    const [before = '', after = ''] = JSON.stringify(listBody([], page)).split('[]');
    const read = async () => {
      const batch = await rows.read();
      if (rows.isComplete) close();
      return itemsOf(batch, statement);
    };
    const json = new JsonArray({ read }, { before, after });
    json.once('close', close);
    signal.addEventListener('abort', () => json.destroy(signal.reason as Error));
    return new StreamedList(json);
  }
}

function itemsOf<Row extends object, Item>(rows: Row[], { toItem }: AnyListStatement<Row, Item>): Item[] {
  return toItem ? rows.map(toItem) : (rows as unknown[] as Item[]);
}

/** A prepared statement is named after its text. */
function statementOf(text: string, isPrepared: boolean): Statement {
  return isPrepared ? { name: createHash('md5').update(text).digest('hex'), text } : { text };
}
