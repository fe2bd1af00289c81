import { Injectable } from '@nestjs/common';
import { jsonBytes } from '#common/http/json-bytes.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { actorColleague } from '#core/access/agent.js';
import { viaJson } from '#core/access/grants/grant.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { columnName, recordOf } from '#core/database/schema/columns.js';
import { laneLike } from '#schema/lanes.js';
import { searchedTexts } from '#schema/task-texts.js';
import { STORED_FIELDS } from '#schema/tasks.js';
import type { StoredValues } from '#schema/fields.js';
import type { TaskResponse } from '../task.dto.js';
import { Task } from '../task.entity.js';

/** A task before it is stored; whether it is blocked follows from its status. */
export type NewTask = Omit<TaskResponse, 'isBlocked'>;

/** With the ids of those whom its description names. */
export type MentioningTask = NewTask & {
  readonly mentions?: readonly string[] | null;
  /** Where an imported task came from, as `jira:WEB-12`. */
  readonly imported?: string;
  /** Of the company's own fields, as they are stored. */
  readonly values?: StoredValues;
};

/** Also the default status is written as the company's lane of that name is. */
const storedValue = (field: string) =>
  field === 'status' ? `coalesce(${laneLike('n.status')}, n.status)` : `n."${field}"`;

/** Tasks, and the first entry of the history of each, in one round trip: this is the busiest write of the service. */
const INSERT_TASKS: Statement = {
  name: 'insert-tasks',
  text: `WITH new AS (SELECT * FROM json_to_recordset($2::json) AS n (${recordOf(Task, STORED_FIELDS)}, mentions uuid[], "entryId" uuid, imported text, "values" jsonb)),
    task AS (
      INSERT INTO tasks (company_id, ${STORED_FIELDS.map(columnName).join(', ')}, mentions, has_extras)
      SELECT $1, ${STORED_FIELDS.map(storedValue).join(', ')}, n.mentions,
        n.imported IS NOT NULL OR n."values" IS NOT NULL FROM new n
      RETURNING company_id, id, created_at, status),
    entry AS (
      INSERT INTO task_activity (company_id, task_id, at, id, actor_id, actor_colleague, via, event, changes)
      SELECT company_id, id, CASE WHEN n.imported IS NULL THEN created_at ELSE now() END, n."entryId", $3, $4::json, $5::json,
        CASE WHEN n.imported IS NULL THEN 'task.created' ELSE 'task.imported' END,
        CASE WHEN n.imported IS NULL THEN '{}' ELSE json_build_object('external', json_build_object('from', NULL, 'to', n.imported)) END
      FROM task JOIN new n USING (id)),
    text AS (
      INSERT INTO task_texts (company_id, id, project_id, created_at, text, accented)
      SELECT $1, n.id, n."projectId", n."createdAt", searched.text, searched.accented
      FROM new n, ${searchedTexts({ tid: 'n.tid', title: 'n.title', description: 'n.description' })}),
    own AS (INSERT INTO task_values (company_id, id, custom) SELECT $1, n.id, n."values" FROM new n WHERE n."values" IS NOT NULL)
    SELECT id, status FROM task`,
};

/** Tasks that have been made. */
@Injectable()
export class NewTasksRepository {
  constructor(private readonly database: Database) {}

  /** Gives their statuses as they are stored: as the company writes its lanes. */
  async insertTasks(
    tx: TransactionContext,
    tasks: readonly MentioningTask[],
  ): Promise<Pick<NewTask, 'id' | 'status'>[]> {
    return this.database.rows<Pick<NewTask, 'id' | 'status'>>(tx, INSERT_TASKS, [
      tx.companyId,
      await jsonBytes(tasks.map((task) => ({ ...task, entryId: uuidv7() }))),
      tx.userId,
      actorColleague(tx),
      viaJson(tx),
    ]);
  }
}
