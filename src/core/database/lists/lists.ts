import { Injectable } from '@nestjs/common';
import { type CsvColumn, CsvText } from '#common/http/csv-text.js';
import type { Batches } from '#common/http/batch-text.js';
import { type Frame, JsonArray, PartedJsonArray } from '#common/http/json-array.js';
import {
  DEFAULT_LIMIT,
  type List,
  listBody,
  ListInMemory,
  MAX_LIMIT,
  type PageInfo,
  pagination,
  StreamedList,
} from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext } from '../../company-scope/request-context.js';
import { Conditions } from './conditions.js';
import { CursorPage } from './cursor-page.js';
import { Cursors } from './cursors.js';
import { Database, Statement } from '../database.js';
import { FrequentTexts } from './frequent-texts.js';
import { comesAfter, keyColumn, type Order, orderBy as orderOf } from './keyset.js';
import { ListPool } from '../pool/list-pool.js';
import { continued, type RowParts, wholeRows } from './row-parts.js';

/** A list in SQL. `orderBy` must be total, so that pages never overlap while nothing changes. */
export interface ListStatement {
  /** `SELECT … FROM … WHERE …`, without order. */
  readonly select: string;
  /** A cheaper count of the rows of `select`, with the same parameters. */
  readonly count?: string | undefined;
  readonly values: unknown[];
  readonly orderBy: string;
  /** Whether one plan fits all values, so that the first rows and the total may be prepared once a connection. */
  readonly isPrepared?: boolean;
  /** Of a list that has pages by cursor, too. */
  readonly keyset?: Keyset;
  /** How to find a later page without reading all columns of the rows before it. */
  readonly pageAt?: ((place: PagePlace) => string) | undefined;
  /** Of a list whose total costs little beside the rows: a page with it in the column `ROW_TOTAL`. Both arguments are SQL. */
  readonly pageWithTotal?: ((limit: string, offset: string) => string) | undefined;
  /** Of a list that is searched or sorted: finds frequent matches without finding all of them. */
  readonly nearby?: Nearby | undefined;
}

/** Where a page is, counted from the end of the list when that is nearer. `limit` and `offset` are SQL. */
export interface PagePlace {
  readonly limit: string;
  readonly offset: string;
  readonly fromEnd: boolean;
}

/**
 * `select` over the first `rows` rows in order only, a number in SQL; `condition` and `column` are added when given. If it
 * fills a page, that is the page.
 */
export type Nearby = (rows: string, column?: string, condition?: string) => string;

/** What a page by cursor is made with: the same rows, from a place on. */
export interface Keyset {
  /** That of `orderBy`. */
  readonly order: Order;
  /** What a cursor counts for, besides the company and the order. */
  readonly filter: object;
  /** `select` with a column and a condition more. */
  readonly select: (column: string, condition: string) => string;
}

/** One whose rows are not yet in the shape of the response. */
export interface MappedListStatement<Row extends object, Item> extends ListStatement {
  readonly toItem: (row: Row) => Item;
  /** Of a list whose rows may be too large to be read whole. */
  readonly parts?: RowParts;
}

type AnyListStatement<Row extends object, Item> = ListStatement & Partial<MappedListStatement<Row, Item>>;

/** A statement with its parameters. */
interface Asked extends Statement {
  readonly values: unknown[];
}

/** Reads the rows of one page. `near` reads them among the first rows, which are enough for pages up to `end`. */
interface PageStatement {
  readonly first: Asked;
  readonly near: ((rows: number) => Asked) | undefined;
  readonly end: number;
}

/** The column of each row of a page that holds how many rows the list has, until it is taken off. */
export const ROW_TOTAL = 'rowTotal';

/** Which part of a list is asked for. */
type Page = PageQuery & { readonly cursor?: string };

/** A bare list of more rows is streamed. */
const MOST_ROWS = 500;
/** Matches are frequent when the first rows, ten times a page and at most 2,500, hold a page of them. */
const NEARBY_FACTOR = 10;
const MOST_NEARBY = 2_500;
/** Bytes, as PostgreSQL sends the rows, of the largest list or page that is kept in memory; a larger one is streamed. */
const MOST_BYTES = 512 * 1024;

/**
 * Answers list endpoints: with `page` one page and its total, without it everything. Most are small, and
 * read in one statement; a larger one is streamed over a connection that it holds while it is read. Either way few of its
 * rows are in memory at a time.
 */
@Injectable()
export class Lists {
  private readonly frequent = new FrequentTexts();

  constructor(
    private readonly database: Database,
    private readonly pool: ListPool,
    private readonly cursors: Cursors,
  ) {}

  find<Item extends object>(context: RequestContext, query: Page, statement: ListStatement): Promise<List<Item>>;
  find<Row extends object, Item>(
    context: RequestContext,
    query: Page,
    statement: MappedListStatement<Row, Item>,
  ): Promise<List<Item>>;
  async find<Row extends object, Item>(
    context: RequestContext,
    { page, cursor, limit = DEFAULT_LIMIT }: Page,
    statement: AnyListStatement<Row, Item>,
  ): Promise<List<Item>> {
    if (page !== undefined) return this.page(context, page, limit, statement);
    const { keyset } = statement;
    return cursor === undefined || !keyset
      ? this.whole(context, statement)
      : this.pageAfter(context, cursor, limit, { ...statement, keyset });
  }

  /** All of it as CSV. */
  async csv<Row extends object>(
    context: RequestContext,
    statement: ListStatement,
    columns: readonly CsvColumn<Row>[],
  ): Promise<StreamedList> {
    const list = await this.whole<Row, Row>(context, statement, columns);
    if (list instanceof StreamedList) return list;
    const batches = [list.items];
    return csvOf({ read: () => Promise.resolve(batches.shift() ?? []) }, columns);
  }

  private async page<Row extends object, Item>(
    context: RequestContext,
    page: number,
    limit: number,
    statement: AnyListStatement<Row, Item>,
  ): Promise<List<Item>> {
    const { select, values, orderBy, nearby, pageAt, parts } = statement;
    const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const paged = (selected: string, given: Conditions) =>
      `${selected} ORDER BY ${orderBy} LIMIT ${given.parameter(limit)} OFFSET ${given.parameter(offset)}`;
    const counted = pageAt && offset > 0 ? await this.total(context, statement) : undefined;
    const isFar = pageAt && counted !== undefined;
    const asked = () =>
      ask(values, (given) =>
        inParts(isFar ? pageAt(placeOf(limit, offset, counted, given)) : paged(select, given), parts),
      );
    const first = (counted === undefined ? this.firstPage(statement, limit, offset) : undefined) ?? asked();
    const near = nearby && ((rows: number) => ask(values, (given) => paged(nearby(given.parameter(rows)), given)));
    const read = await this.pageRows<Row>(context, limit, { first, near, end: offset + limit });
    const found = read && totalOf(read);
    const rows = read && wholeRows(found === undefined ? read : withoutTotal(read), parts);
    const isLast = rows && rows.length < limit && (rows.length > 0 || offset === 0);
    const total = counted ?? found ?? (isLast ? offset + rows.length : await this.total(context, statement));
    const shown = { pagination: pagination(page, limit, total) };
    return rows ? new ListInMemory(itemsOf(rows, statement), shown) : this.stream(context, asked(), statement, shown);
  }

  private async pageAfter<Row extends object, Item>(
    context: RequestContext,
    cursor: string,
    limit: number,
    statement: AnyListStatement<Row, Item> & { readonly keyset: Keyset },
  ): Promise<List<Item>> {
    const { order, filter, select } = statement.keyset;
    const list = JSON.stringify([context.companyId, orderOf(order), filter]);
    const keys = cursor === '' ? undefined : this.cursors.read(list, cursor);
    const paged = (selected: (condition: string) => string, given: Conditions) => {
      const condition = keys === undefined ? 'TRUE' : comesAfter(order, keys, (value) => given.parameter(value));
      return `${selected(condition)} ORDER BY ${orderOf(order)} LIMIT ${given.parameter(limit + 1)}`;
    };
    const key = keyColumn(order);
    const first = ask(statement.values, (given) => paged((condition) => select(key, condition), given));
    const { nearby } = statement;
    const near =
      nearby &&
      ((count: number) =>
        ask(statement.values, (given) => {
          const rows = given.parameter(count);
          return paged((condition) => nearby(rows, key, condition), given);
        }));
    const page = new CursorPage(limit, (keys) => this.cursors.make(list, keys));
    const rows = await this.pageRows<Row>(context, limit + 1, { first, near, end: limit + 1 });
    if (!rows) return this.stream(context, first, statement, page);
    const items = itemsOf(page.take(rows), statement);
    return new ListInMemory(items, { next: page.next });
  }

  /** The rows of a page; undefined when they are too large to be kept in memory. */
  private async pageRows<Row extends object>(
    context: RequestContext,
    count: number,
    { first, near, end }: PageStatement,
  ): Promise<Row[] | undefined> {
    const reach = NEARBY_FACTOR * end;
    if (near && reach <= MOST_NEARBY) {
      const { text, values } = near(reach);
      const rows = await this.database.rowsWithin<Row>(context, { text }, values, MOST_BYTES);
      if (!rows || rows.length === count) return rows;
    }
    return this.database.rowsWithin<Row>(context, first, first.values, MOST_BYTES);
  }

  private async total(context: RequestContext, statement: ListStatement): Promise<number> {
    const { select, count = `SELECT count(*) FROM (${select}) counted`, values, isPrepared = false } = statement;
    const row = await this.database.row<{ count: number }>(context, this.statement(count, isPrepared), values);
    return row?.count ?? 0;
  }

  private async whole<Row extends object, Item>(
    context: RequestContext,
    statement: AnyListStatement<Row, Item>,
    csv?: readonly CsvColumn<Row>[],
  ): Promise<List<Item>> {
    const { select, values, orderBy, parts, isPrepared = false } = statement;
    const text = `${select} ORDER BY ${orderBy}`;
    const first = this.statement(inParts(`${text} LIMIT ${MOST_ROWS + 1}`, parts), isPrepared);
    const read = await this.database.rowsWithin<Row>(context, first, values, MOST_BYTES);
    const rows = read && wholeRows(read, parts);
    const isAll = rows && rows.length <= MOST_ROWS;
    if (isAll) return new ListInMemory(itemsOf(rows, statement));
    return this.stream(context, { text: inParts(text, parts), values }, statement, undefined, csv);
  }

  /**
   * The page with its total, or its prepared statement. A plan is prepared for all limits: the largest one
   * stands in it, because without any the planner expects to read a tenth of all rows.
   */
  private firstPage(
    { select, values, orderBy, pageWithTotal, isPrepared, parts }: Omit<AnyListStatement<object, unknown>, 'toItem'>,
    limit: number,
    offset: number,
  ): Asked | undefined {
    if (isPrepared && offset === 0) {
      const largest = pageWithTotal?.(`${MAX_LIMIT}`, '0') ?? `${select} ORDER BY ${orderBy} LIMIT ${MAX_LIMIT}`;
      const first = ask(values, (given) =>
        inParts(`SELECT * FROM (${largest}) largest LIMIT ${given.parameter(limit)}`, parts),
      );
      return { ...first, ...this.statement(first.text, true) };
    }
    if (!pageWithTotal) return undefined;
    return ask(values, (given) => pageWithTotal(given.parameter(limit), given.parameter(offset)));
  }

  /** What is prepared is named after its text. */
  private statement(text: string, isPrepared: boolean): Statement {
    const name = isPrepared ? this.frequent.note(text) : undefined;
    return name === undefined ? { text } : { name, text };
  }

  /** From the first row again, so that all of the list is of one moment. `asked` has its order. */
  private async stream<Row extends object, Item>(
    context: RequestContext,
    { text, values }: Asked,
    statement: AnyListStatement<Row, Item>,
    page?: PageInfo | CursorPage,
    csv?: readonly CsvColumn<Row>[],
  ): Promise<StreamedList> {
    const { rows, signal, close } = await this.pool.open<Row>(context, { text, values });
    try {
      await rows.ready();
    } catch (error) {
      close();
      throw error;
    }
    const read = async () => {
      const batch = await rows.read();
      if (rows.isComplete) close();
      return itemsOf(page instanceof CursorPage ? page.take(batch) : batch, statement);
    };
    const Json = statement.parts ? PartedJsonArray : JsonArray;
    const list = csv ? csvOf({ read }, csv) : new StreamedList(new Json({ read }, frameOf(page)));
    list.text.once('close', close);
    signal.addEventListener('abort', () => list.text.destroy(signal.reason as Error));
    return list;
  }
}

function csvOf<Row>(batches: Batches, columns: readonly CsvColumn<Row>[]): StreamedList {
  return new StreamedList(new CsvText(batches, columns), 'text/csv; charset=utf-8; header=present');
}

/** The envelope around the items of a page. What a cursor page says of the next one is known at its end. */
function frameOf(page: PageInfo | CursorPage | undefined): Frame {
  const around = () =>
    JSON.stringify(listBody([], page instanceof CursorPage ? { next: page.next } : page)).split('[]');
  const [before = '', after = ''] = around();
  return { before, after: page instanceof CursorPage ? () => around()[1] ?? '' : after };
}

function totalOf([first]: { [ROW_TOTAL]?: number }[]): number | undefined {
  return first?.[ROW_TOTAL];
}

function withoutTotal<Row extends object>(rows: (Row & { [ROW_TOTAL]?: number })[]): Row[] {
  return rows.map(({ [ROW_TOTAL]: _total, ...row }) => row as unknown as Row);
}

function inParts(text: string, parts: RowParts | undefined): string {
  return parts ? parts.of(text) : text;
}

function itemsOf<Row extends object, Item>(rows: Row[], { toItem, parts }: AnyListStatement<Row, Item>): Item[] {
  const items = toItem ? rows.map(parts ? continued(toItem, parts) : toItem) : rows;
  return items as unknown[] as Item[];
}

/** What `make` writes; it adds parameters to those that the list has. */
function ask(values: readonly unknown[], make: (given: Conditions) => string): Asked {
  const given = new Conditions(values);
  const text = make(given);
  return { text, values: given.values };
}

function placeOf(limit: number, offset: number, total: number, given: Conditions): PagePlace {
  const size = Math.max(0, Math.min(limit, total - offset));
  const after = Math.max(0, total - offset - size);
  const fromEnd = offset > after;
  return { limit: given.parameter(fromEnd ? size : limit), offset: given.parameter(fromEnd ? after : offset), fromEnd };
}
