/**
 * The server that the service is compared with: Fastify and pg used the plain way, `pool.query` and rows to JSON, on the same
 * tables. It has no authentication, no validation and no rate limits.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fastify } from 'fastify';
import pg from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { FILTERS, GROUPS_BY_STATUS } from './filters.js';

interface ListQuery {
  companyId: string;
  projectId?: string;
  page?: string;
  limit?: string;
}

interface NewTask {
  companyId: string;
  projectId: string;
  title: string;
  description: string;
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify();
let lastTaskNumber = 0;

app.get('/health', () => ({ status: 'ok' }));

app.get<{ Querystring: ListQuery }>('/tasks', async ({ query }) => {
  const { companyId, projectId, page, limit } = query;
  if (page === undefined) {
    const { rows } = await pool.query('SELECT * FROM tasks WHERE company_id = $1 ORDER BY created_at DESC, id DESC', [
      companyId,
    ]);
    return rows;
  }
  const [tasks, count] = await Promise.all([
    pool.query(
      `SELECT * FROM tasks WHERE company_id = $1 AND project_id = $2
        ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [companyId, projectId, limit, (Number(page) - 1) * Number(limit)],
    ),
    pool.query<{ count: string }>('SELECT count(*) FROM tasks WHERE company_id = $1 AND project_id = $2', [
      companyId,
      projectId,
    ]),
  ]);
  return { data: tasks.rows, total: Number(count.rows[0]?.count) };
});

/** The list of 50 by one of `FILTERS`, with its count. */
app.get<{ Querystring: { companyId: string; place: string } }>('/filtered', async ({ query }) => {
  const where = `t.company_id = $1 AND ${FILTERS[Number(query.place)]?.sql}`;
  const [tasks, count] = await Promise.all([
    pool.query(`SELECT t.* FROM tasks t WHERE ${where} ORDER BY t.created_at DESC, t.id DESC LIMIT 50`, [
      query.companyId,
    ]),
    pool.query<{ count: string }>(`SELECT count(*) FROM tasks t WHERE ${where}`, [query.companyId]),
  ]);
  return { data: tasks.rows, total: Number(count.rows[0]?.count) };
});

app.get<{ Querystring: { companyId: string } }>('/groups', async ({ query }) => {
  return (await pool.query(GROUPS_BY_STATUS, [query.companyId])).rows;
});

app.get<{ Params: { id: string }; Querystring: { companyId: string } }>('/tasks/:id', async (request, reply) => {
  const { companyId } = request.query;
  const { rows } = await pool.query('SELECT * FROM tasks WHERE company_id = $1 AND id = $2', [
    companyId,
    request.params.id,
  ]);
  return rows[0] ?? reply.code(404).send({ error: 'Task not found' });
});

app.post<{ Body: NewTask }>('/tasks', async ({ body }, reply) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const task = await insertTask(client, body);
    await client.query(
      `INSERT INTO events (company_id, id, position, name, project_id, data, occurred_at)
        VALUES ($1, $2, 1, $3, $4, $5, $6)`,
      [body.companyId, uuidv7(), 'task.created', body.projectId, task, new Date()],
    );
    await client.query('COMMIT');
    return await reply.code(201).send(task);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});

async function insertTask(
  client: pg.PoolClient,
  { companyId, projectId, title, description }: NewTask,
): Promise<unknown> {
  lastTaskNumber += 1;
  const tid = `BARE-${lastTaskNumber}`;
  const now = new Date();
  const { rows } = await client.query(
    `WITH task AS (
        INSERT INTO tasks (company_id, id, project_id, tid, rank, title, description, status, priority, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING *),
      text AS (INSERT INTO task_texts (company_id, id, project_id, created_at, text)
        SELECT company_id, id, project_id, created_at, lower(tid || E'\\n' || title || E'\\n' || coalesce(description, '')) FROM task)
      SELECT * FROM task`,
    [companyId, uuidv7(), projectId, tid, tid, title, description, 'Backlog', 'None', now, now],
  );
  return rows[0];
}

/** Writes a body of whatever size to the disk, hashed on the way. */
app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));

app.put('/upload', async ({ raw }) => {
  const hash = createHash('sha256');
  const path = join(tmpdir(), uuidv7());
  const hashed = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
  try {
    await pipeline(raw, hashed, createWriteStream(path));
    return { sha256: hash.digest('hex') };
  } finally {
    await rm(path, { force: true });
  }
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
