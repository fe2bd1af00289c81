import { runCommand } from '../../support/command.js';
import { buildService } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';
import { itWithoutCitus } from '../../support/without-citus.js';

beforeAll(() => buildService());

const distribute = (environment: Record<string, string>) =>
  runCommand('distribute', [], { folder: temporaryFolder(), environment });
const refused = (reason: string) => ({
  code: 1,
  stdout: '',
  stderr: `npm run distribute needs Citus 13 or newer, and ${reason}\n`,
});

describe('npm run distribute', () => {
  itWithoutCitus('ends with a line that names Citus on a database without it, and changes nothing there', async () => {
    const database = await TestDatabase.create('template1');
    const run = await distribute({ DATABASE_URL: database.url });
    expect(run).toEqual(refused('this database has none: CREATE EXTENSION citus'));
    expect(await database.rows(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    await database.close();
  });

  it('does the same on the embedded database', async () => {
    expect(await distribute({})).toEqual(refused('the embedded database has none: set DATABASE_URL'));
  });

  it('says that a database cannot be reached', async () => {
    const { code, stdout, stderr } = await distribute({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^DATABASE_URL: the database cannot be used: .+\n$/);
  });
});
