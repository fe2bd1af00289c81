import { fieldsIn, problemsIn, recordsOf, tasksIn } from '#test/support/import-readers.js';
import { readJiraCsv } from '../jira-csv.js';

const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'pl', 'ru', 'ja'];

it.each(LANGUAGES)('reads what Jira exports to somebody whose language is %s', async (language) => {
  const records = await recordsOf(readJiraCsv, `jira-${language}.csv`);
  expect(problemsIn(records)).toEqual([expect.stringMatching(/^An epic has none here: .* is left out$/)]);
  expect(records.filter(({ kind }) => kind === 'epic')).toMatchObject([
    { externalId: 'WEB-1', name: 'Checkout', createdAt: '2026-03-05T09:05:00.000Z' },
  ]);
  const tasks = tasksIn(records);
  expect(tasks.map(({ externalId, category, parent }) => [externalId, category, parent])).toEqual([
    ['WEB-2', 'done', 'WEB-1'],
    ['WEB-3', 'started', 'WEB-2'],
    ['WEB-4', 'cancelled', null],
    ['WEB-5', 'todo', null],
  ]);
  expect(tasks[0]).toMatchObject({
    title: 'Pay by card',
    aliases: ['10002'],
    description: '## Ziel',
    assignees: [{ name: 'Ben Okafor' }],
    author: { name: 'Ana Ruiz' },
    labels: ['backend', 'pay', expect.any(String)],
    createdAt: '2026-03-05T12:30:00.000Z',
    updatedAt: '2026-09-09T16:51:00.000Z',
    completedAt: '2026-09-09T16:51:00.000Z',
    dueDate: '2026-12-31T00:00:00.000Z',
    comments: [{ at: '2026-05-06T08:00:00.000Z', body: 'Gut' }],
    ...(language !== 'ja' && { estimatedHours: 5.5 }),
  });
  expect(tasks[1]).toMatchObject({ createdAt: '2026-10-05T13:00:00.000Z', labels: [] });
  expect(fieldsIn(records).filter(({ becomes }) => becomes === null)).toEqual([]);
});

it('takes from options.columns what is written otherwise', async () => {
  const columns = { Nimi: 'title', Avain: 'id', Tila: 'status', Luotu: 'createdAt', Arvio: 'estimatedHours' } as const;
  const file = 'Nimi,Avain,Tila,Luotu,Arvio,Summary\nOne,FI-1,Valmis,05/Jan/26 9:05 AM,3,\n';
  const tasks = tasksIn(await recordsOf(readJiraCsv, { file }, { columns }));
  expect(tasks).toMatchObject([
    { title: 'One', externalId: 'FI-1', status: 'Valmis', createdAt: '2026-01-05T09:05:00.000Z', estimatedHours: 3 },
  ]);
  await expect(recordsOf(readJiraCsv, { file }, { columns: { Other: 'title' } })).rejects.toThrow(
    'options.columns names a column that the file does not have: Other',
  );
});

it('refuses what lacks title or key, with what can be done and what was found', async () => {
  await expect(recordsOf(readJiraCsv, { file: 'Nimi,Avain\nOne,FI-1\n' })).rejects.toThrow(
    'No column is the title (Summary) or the key (Issue key). Set the language of your Jira profile to English and export again, or name the columns in options.columns. The columns found are: Nimi, Avain',
  );
});

it('knows a column whichever apostrophe its name has', async () => {
  for (const apostrophe of ["'", '’']) {
    const file = `Résumé,Clé de ticket,État,Catégorie d${apostrophe}état,Résolution\nOne,FR-1,Fait,À faire,Corrigé\n`;
    const [task] = tasksIn(await recordsOf(readJiraCsv, { file }));
    expect(task).toMatchObject({ title: 'One', category: 'todo' });
  }
});
