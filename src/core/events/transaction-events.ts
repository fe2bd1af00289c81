import type { QueryConfig } from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '../company-scope/request-context.js';
import { InvalidInputError } from '#common/errors/app-error.js';
import { jsonBytes } from '#common/http/json-bytes.js';
import { Database, Statement } from '../database/database.js';
import { actorColleague, colleagueActor } from '../access/agent.js';
import { viaJson } from '../access/grants/grant.js';
import { LONGEST_TEXT } from './changes.js';
import type { DomainEvent } from './domain-event.js';
import { type EventVolume, hasLongText, today, withShortTexts } from './event-volume.js';
import { INBOX_NOTICE } from './inbox-notice.js';

/** Stands for the position of an event until the end of its transaction. */
const NO_POSITION_YET = 0;

/** Versions of before the write permit write lower ones, which the database refuses. */
const GENERATION = 3;

/**
 * Raises the position of company `$1` by `$2`, and counts the bytes of its day. Its row is the last lock of
 * every transaction.
 */
const counter = (bytes: string, day: string) => `counter AS (
    INSERT INTO event_positions AS c (company_id, position, generation, volume, volume_day)
    VALUES ($1, $2, ${GENERATION}, ${bytes}::bigint, ${day}::date)
    ON CONFLICT (company_id) DO UPDATE SET position = c.position + $2, volume_day = excluded.volume_day,
      volume = excluded.volume + CASE WHEN c.volume_day = excluded.volume_day THEN c.volume ELSE 0 END
    RETURNING position - $2 AS before)`;

/** `$3` is the events as JSON, `$4` the moment, `$5` the user; `$6` the API key and `$7` the colleague, where an event has none, and `$8` the program. */
const INSERT = `INSERT INTO events
    (company_id, id, position, name, project_id, data, audience, task_projects, inbox, moved_to, occurred_at, actor_id,
      api_key_id, actor_colleague, via)`;
const INCOMING = `incoming AS MATERIALIZED (
    SELECT e.n, e.id, e.name, e."projectId" AS project_id, e.data, e.audience, e."taskProjects" AS task_projects, e.inbox,
      e."movedTo" AS moved_to, e."formerProjectId" AS former_project_id,
      e."notFor" AS not_for, e."isUndelivered" AS is_undelivered, e."apiKeyId" AS api_key_id, e.colleague
    FROM json_to_recordset($3::json) AS e (n integer, id uuid, name text, "projectId" uuid, data json, audience uuid[],
      "taskProjects" json, inbox json, "movedTo" uuid, "formerProjectId" uuid, "notFor" uuid[], "isUndelivered" boolean, "apiKeyId" uuid, colleague json))`;
const COLUMNS = `e.name, e.project_id, e.data, e.audience, e.task_projects, e.inbox, e.moved_to, $4::timestamptz, $5::uuid,
    coalesce(e.api_key_id, $6::uuid), coalesce(e.colleague, $7::json), $8::json`;

/** The statements that write events, and what follows from them. */
export class EventStatements {
  readonly insert: Statement;
  /** As `insert`, but each event gets `$2` as its position. */
  readonly insertWithoutPosition: Statement;

  constructor(insertDeliveries: (events: string, companyId: string) => string) {
    const written = (select: string) => `${INCOMING}, written AS (${INSERT} ${select})`;
    const positioned = written(`SELECT $1, e.id, counter.before + e.n, ${COLUMNS} FROM counter, incoming e`);
    const waiting = written(`SELECT $1, e.id, $2::bigint, ${COLUMNS} FROM incoming e`);
    const next = insertDeliveries('incoming', '$1');
    this.insert = { name: 'insert-events', text: `WITH ${counter('$9', '$10')}, ${positioned} ${next}` };
    this.insertWithoutPosition = { name: 'insert-events-without-position', text: `WITH ${waiting} ${next}` };
  }
}

/** Events without a position are those of this transaction: no other one shows such events. */
const GIVE_POSITIONS: Statement = {
  text: `WITH ${counter('$3', '$4')}, waiting AS (
      SELECT id, row_number() OVER (ORDER BY id) AS n FROM events WHERE company_id = $1 AND position = ${NO_POSITION_YET})
    UPDATE events e SET position = counter.before + waiting.n FROM counter, waiting
    WHERE e.company_id = $1 AND e.id = waiting.id`,
};

/** Bytes of JSON: more at once would hold up the event loop. */
const BATCH_LENGTH = 512 * 1024;

/**
 * The events of one transaction, as JSON in UTF-8. They wait for its end, because their positions are its last lock. When
 * they are too many for memory, they are written early and get their positions at the end.
 */
export class TransactionEvents {
  private batch: Buffer[] = [];
  private length = 0;
  private writtenEarly = 0;
  /** Bytes of the data of all events, and of those that were written early. */
  private bytes = 0;
  private bytesWrittenEarly = 0;

  constructor(
    private readonly database: Database,
    private readonly tx: TransactionContext,
    private readonly volume: EventVolume,
    private readonly statements?: EventStatements,
  ) {
    tx.transaction.afterCommit.push(() => this.volume.add(tx.companyId, this.bytes));
  }

  /**
   * `request` says whom they tell and whose key it was, which not all parts of a transaction need have in common.
   *
   * @throws InvalidInputError when a bulk request would write more than it may
   */
  async add(events: readonly DomainEvent[], request: RequestContext): Promise<void> {
    for (const event of events) {
      const json = await this.textOf(event, { ...this.told(event, request.tells), ...this.keyOf(request) });
      this.batch.push(json);
      this.length += json.length;
      if (this.length >= BATCH_LENGTH) await this.writeEarly();
    }
  }

  /** The last statement of the transaction: it takes the last lock, which the COMMIT beside it gives back. */
  async last(): Promise<QueryConfig | undefined> {
    const { writtenEarly } = this;
    if (writtenEarly > 0) {
      const values = [this.tx.companyId, writtenEarly, this.bytesWrittenEarly, today()];
      await this.database.execute(this.tx, GIVE_POSITIONS, values);
    }
    if (this.batch.length === 0) return undefined;
    const { values = [], ...statement } = this.insertion('insert', this.batch.length);
    return { ...statement, values: [...(values as unknown[]), this.bytes - this.bytesWrittenEarly, today()] };
  }

  /** `deliveries` is how many the last statement made; a change without events, such as a ping, may have made its own. */
  mayBeDelivered(deliveries: number | undefined): boolean {
    return deliveries !== 0 || this.writtenEarly > 0;
  }

  /** What is for the inbox alone is no event of clients, and does not count. */
  private async textOf(event: DomainEvent, besides: object): Promise<Buffer> {
    const { data: given, ...others } = event;
    const { importing } = this.tx;
    // Those of an import say so in their data.
    const data = importing ? { ...given, import: true } : given;
    const head = JSON.stringify({ n: this.batch.length + 1, id: uuidv7(), ...others, ...besides });
    const json = await this.dataOf(data);
    if (event.name !== INBOX_NOTICE) this.bytes += json.length;
    if (this.bytes > (this.tx.mostEventBytes ?? Infinity)) {
      throw new InvalidInputError('The events of this request would take more than 32 MiB; send fewer tasks');
    }
    return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"data":`), json, CLOSING_BRACE]);
  }

  private async dataOf(data: object): Promise<Buffer> {
    const json = await jsonBytes(data);
    if (json.length <= LONGEST_TEXT || !hasLongText(data)) return json;
    return (await this.volume.hasRoom(this.tx, this.bytes + json.length)) ? json : jsonBytes(withShortTexts(data));
  }

  /** A quiet request tells fewer people than its events concern; webhooks hear of an import only when it asks for that. */
  private told({ inbox }: DomainEvent, tells: RequestContext['tells']) {
    const { importing, isUndelivered = importing?.deliver === false } = this.tx;
    return {
      ...(tells !== undefined && { inbox: { ...inbox, tells } }),
      ...(isUndelivered && { isUndelivered }),
    };
  }

  /** The key and whose it is, or the automation, where these are not those of the transaction. */
  private keyOf(request: RequestContext) {
    const { agent, automation, apiKeyId } = request;
    const isAlike = agent === this.tx.agent && automation === this.tx.automation;
    return apiKeyId === this.tx.apiKeyId && isAlike ? {} : { apiKeyId, colleague: colleagueActor(request) };
  }

  private async writeEarly(): Promise<void> {
    const { values, ...statement } = this.insertion('insertWithoutPosition', NO_POSITION_YET);
    await this.database.execute(this.tx, statement, values);
    this.writtenEarly += this.batch.length;
    this.bytesWrittenEarly = this.bytes;
    this.batch = [];
    this.length = 0;
  }

  /** The service's own work has no caller, and so no actor. */
  private insertion(how: keyof EventStatements, positions: number): QueryConfig {
    if (!this.statements) throw new Error('Nothing says who gets events: no module listens to InsertsDeliveries');
    const { companyId, userId, apiKeyId, permission } = this.tx;
    const colleague = actorColleague(this.tx);
    const actorId = permission === undefined ? null : userId;
    const now = new Date().toISOString();
    const via = viaJson(this.tx);
    const values = [companyId, positions, arrayOf(this.batch), now, actorId, apiKeyId ?? null, colleague, via];
    return { ...this.statements[how], values };
  }
}

const [OPENING, COMMA, CLOSING] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];
const CLOSING_BRACE = Buffer.from('}');

function arrayOf(items: readonly Buffer[]): Buffer {
  const parts = items.flatMap((item, index) => [index === 0 ? OPENING : COMMA, item]);
  return Buffer.concat([...parts, CLOSING]);
}
