import { join } from 'node:path';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { ownTables } from './own-tables.mjs';

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

const filename = join(import.meta.dirname, '../../src/modules/sprints/sprints.service.ts');
const options = [[{ tables: ['companies'], in: 'src/modules/sprints', because: 'an example of an exception' }]];
const foreign = (code) => ({ filename, options, code, errors: [{ messageId: 'foreign' }] });

tester.run('own-tables', ownTables, {
  valid: [
    'sql = `SELECT s.id FROM sprints s WHERE s.company_id = $1`',
    "sql = `SELECT s.id FROM sprints s JOIN ${tasks('t')} ON t.sprint_id = s.id`",
    'sql = `WITH RECURSIVE tasks AS (SELECT 1) SELECT * FROM tasks`',
    'sql = `WITH users (id, name) AS MATERIALIZED (SELECT 1, 2) SELECT * FROM users`',
    "sql = 'SELECT 1 FROM companies'",
    'sql = `SELECT count(*) AS tasks, users FROM sprints`',
    "message = 'A company has no users yet'",
  ].map((code) => ({ filename, options, code })),
  invalid: [
    foreign('sql = `SELECT t.id FROM tasks t WHERE t.company_id = $1`'),
    foreign("sql = 'SELECT t.id FROM sprints s JOIN tasks t ON true'"),
    foreign('sql = `SELECT ${columns} FROM sprints s, tasks t WHERE ${condition}`'),
    foreign("sql = 'UPDATE tasks SET sprint_id = NULL'"),
    foreign("sql = 'DELETE FROM ONLY tasks'"),
    foreign("sql = 'INSERT INTO events (id) VALUES ($1)'"),
    foreign('sql = `WITH found AS (SELECT 1) SELECT * FROM found JOIN users u ON true`'),
  ],
});
