import pg from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { resourcesOf } from '#common/http/oauth.js';
import { ACCESS_TOKEN_PREFIX, grantTokenHash, makeGrantToken } from '#core/access/grants/grant.js';
import { addApiKey } from './measure-api-key-usage.js';
import { changesOf, type SeededDatabase } from './compare-writes.js';
import { compareThroughput } from './measure-throughput.js';
import type { SeededCompany } from './seed.js';
import { PUBLIC_URL, type ServerProcess } from './server-process.js';
import type { Measurement } from './table.js';

/** Differences are small: more and shorter runs than elsewhere, so that both credentials see the same machine. */
const RUNS = 9;

/** The cost of a program's token for the API: the same requests with it and with an API key. */
export async function compareGrants(
  { service, company, databaseUrl }: SeededDatabase,
  seconds: number,
): Promise<Measurement[]> {
  const as = (credentials: string): ServerProcess => {
    return { ...service, headers: { ...service.headers, authorization: `Bearer ${credentials}` } };
  };
  const pair = {
    ours: as(await addGrant(databaseUrl, company)),
    bare: as(await addApiKey(databaseUrl, company)),
  };
  const get = company.sample.map(({ id }) => ({ path: `/tasks/${id}` }));
  const change = changesOf({ company });
  // A request costs at most 1.1 of the other.
  const same = { runs: RUNS, target: 0.91, reference: 'API key' };
  return [
    await compareThroughput(pair, { ...same, name: 'task by id with a grant', ours: get, bare: get }, seconds),
    await compareThroughput(pair, { ...same, name: 'change task with a grant', ours: change, bare: change }, seconds),
  ];
}

/** As POST /oauth/token begins one. */
async function addGrant(databaseUrl: string, { id: companyId, userId }: SeededCompany): Promise<string> {
  const token = makeGrantToken(ACCESS_TOKEN_PREFIX);
  const id = uuidv7();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO oauth_grants (company_id, id, user_id, credential_version, client_id, client_name, resource, scope,
        created_at, expires_at)
      VALUES ($1, $2::uuid, $3, 1, $2::uuid, 'Benchmark', $4, 'projects projects:write', now(), now() + interval '1 day')`,
    [companyId, id, userId, resourcesOf(PUBLIC_URL).api],
  );
  await client.query(
    `INSERT INTO oauth_tokens (token_hash, company_id, grant_id, kind, expires_at)
      VALUES (decode($1, 'hex'), $2, $3, 'access', now() + interval '1 day')`,
    [grantTokenHash(token), companyId, id],
  );
  await client.end();
  return token;
}
