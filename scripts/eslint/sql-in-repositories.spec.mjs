import { RuleTester } from 'eslint';
import { sqlInRepositories } from './sql-in-repositories.mjs';

const sql = (code) => ({ code, errors: [{ messageId: 'sql' }] });

new RuleTester().run('sql-in-repositories', sqlInRepositories, {
  valid: [
    `throw new Error('Choose a project from the list, where one is');`,
    `const message = 'SELECTED';`,
    `conditions.in('e.project_id', 'uuid', ids);`,
    'logger.warn(`UPDATES ${count} of them`);',
  ],
  invalid: [
    sql(`const text = 'SELECT 1';`),
    sql(`const text = 'DELETE FROM labels';`),
    sql('const text = `UPDATE labels SET name = $1`;'),
    sql(`const isOver = 'ends_at IS NOT NULL';`),
    sql('const text = `${select} WHERE id = $1`;'),
    sql('const isTaken = `EXISTS (${other})`;'),
    sql(`const ofIds = 'id = ANY ($1::uuid[])';`),
  ],
});
