import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { DeclaresPartitions, type PartitionedTable } from '#core/partitions/partition.hooks.js';
import { Configuration } from '#config/configuration.js';
import { EndpointUse, KEPT_REQUESTS, KeyedRequest, UsageBatch } from './usage-batch.js';

/** Companies and keys always in the same order: instances that write for the same keys never wait in a circle. */
const LOCK_KEYS = `SELECT FROM api_keys WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** Keys of people who were erased meanwhile are gone; the row stands for a use of the key. */
const isThere = (row: string) => `EXISTS (SELECT FROM api_keys k WHERE k.company_id = $1 AND k.id = ${row}."apiKeyId")`;

const ENDPOINTS = `json_to_recordset($2::json) AS e ("apiKeyId" uuid, method text, route text, count bigint,
  "lastAt" timestamptz)`;

const COUNT_ENDPOINTS = `INSERT INTO api_key_endpoints AS counted (company_id, api_key_id, method, route, count, last_at)
  SELECT $1::uuid, e.* FROM ${ENDPOINTS} WHERE ${isThere('e')}
  ON CONFLICT (company_id, api_key_id, method, route) DO UPDATE
    SET count = counted.count + EXCLUDED.count, last_at = greatest(counted.last_at, EXCLUDED.last_at)`;

const COUNT_REQUESTS = `UPDATE api_keys k
  SET request_count = k.request_count + used.count, last_used_at = greatest(k.last_used_at, used.last_at)
  FROM (SELECT "apiKeyId", sum(count) AS count, max("lastAt") AS last_at FROM ${ENDPOINTS} GROUP BY 1) used
  WHERE k.company_id = $1 AND k.id = used."apiKeyId"`;

const LIST_REQUESTS = `INSERT INTO api_key_requests
    (company_id, api_key_id, id, method, path, status, duration_ms, ip, at)
  SELECT $1::uuid, "apiKeyId", id, method, path, status, "durationMs", ip, at
  FROM json_to_recordset($2::json) AS r ("apiKeyId" uuid, id uuid, method text, path text, status integer,
    "durationMs" integer, ip text, at timestamptz)
  WHERE ${isThere('r')}`;

/** Looks up, once for each key, the newest request beyond `KEPT_REQUESTS`. */
const PRUNE_REQUESTS = `WITH keys AS MATERIALIZED (
    SELECT used.id, (
      SELECT r.id FROM api_key_requests r WHERE r.company_id = $1 AND r.api_key_id = used.id
      ORDER BY r.id DESC OFFSET ${KEPT_REQUESTS} LIMIT 1
    ) AS first_too_many
    FROM unnest($2::uuid[]) AS used (id)
  )
  DELETE FROM api_key_requests r USING keys
  WHERE r.company_id = $1 AND r.api_key_id = keys.id AND r.id <= keys.first_too_many`;

/** A transaction that writes a batch: whether it was committed can be asked later. */
export type WriteId = string;

@Injectable()
export class ApiKeyUsageRepository {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  /** What a key was used for, one by one: its counts are kept for ever. */
  @DeclaresPartitions()
  partitions(): PartitionedTable[] {
    return [{ name: 'api_key_requests', span: 'day', keepDays: this.configuration.eventRetentionDays }];
  }

  /** Writes all of the batch or nothing; `onBegin` learns what to ask for when it stays unclear which. */
  async writeBatch(batch: UsageBatch, onBegin: (id: WriteId) => void): Promise<void> {
    const endpoints = Map.groupBy(batch.endpoints, ({ companyId }) => companyId);
    const requests = Map.groupBy(batch.requests, ({ companyId }) => companyId);
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      const row = await this.database.row<{ id: WriteId }>(tx, { text: 'SELECT pg_current_xact_id() AS id' });
      if (row) onBegin(row.id);
      for (const companyId of [...endpoints.keys()].sort()) {
        const run = (text: string, value: unknown) => this.database.execute(tx, { text }, [companyId, value]);
        const uses = endpoints.get(companyId) as EndpointUse[];
        const keyIds = [...new Set(uses.map(({ apiKeyId }) => apiKeyId))];
        await run(LOCK_KEYS, keyIds);
        await run(COUNT_REQUESTS, endpointRows(uses));
        await run(COUNT_ENDPOINTS, endpointRows(uses));
        await run(LIST_REQUESTS, requestRows(requests.get(companyId) ?? []));
        await run(PRUNE_REQUESTS, keyIds);
      }
    });
  }

  /** Whether a write whose answer was lost has happened after all. */
  async isWritten(id: WriteId): Promise<boolean> {
    const row = await this.database.row<{ status: string | null }>(
      OWN_WORK_CONTEXT,
      { text: 'SELECT pg_xact_status($1::text::xid8) AS status' },
      [id],
    );
    if (row?.status === 'in progress') throw new Error('the database has not ended the write yet');
    return row?.status === 'committed';
  }
}

function endpointRows(endpoints: EndpointUse[]): string {
  return JSON.stringify(endpoints.map((use) => ({ ...use, lastAt: new Date(use.lastAt).toISOString() })));
}

/** Their ids ascend in the order of arrival, over batches and instances. */
function requestRows(requests: KeyedRequest[]): string {
  // One draw for all of them: their places make them differ.
  const random = randomBytes(16);
  return JSON.stringify(
    requests
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, ...rest }, seq) => ({
        ...rest,
        id: v7({ msecs: at, seq, random }),
        at: new Date(at).toISOString(),
      })),
  );
}
