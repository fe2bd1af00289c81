import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '#test/support/temporary-folder.js';
import { readCsvFile } from './csv-file.js';

describe('readCsvFile', () => {
  const folder = temporaryFolder();

  async function read(content: string | Buffer) {
    const path = join(folder, 'tasks.csv');
    await writeFile(path, content);
    return readCsvFile(path);
  }

  it('finds columns by name, whatever their case, order and blanks, and names the others', async () => {
    const file = await read(
      'Key, DUEDATE ,startDate,Priority,status,EstimatedHours,Description,Title,\n' +
        'A-1,2026-12-01,2026-11-01,High,To Do,1.5,"Some, text",A title,x\n',
    );
    expect(file.rows).toEqual([
      {
        line: 2,
        fields: {
          title: 'A title',
          description: 'Some, text',
          status: 'To Do',
          priority: 'High',
          estimatedHours: 1.5,
          dueDate: '2026-12-01',
          startDate: '2026-11-01',
        },
        others: { Key: 'A-1' },
      },
    ]);
    expect(file.refused).toEqual([]);
    expect(file.ignoredColumns).toEqual(['Key', '']);
  });

  it('reads storypoint as estimatedHours, unless the file has both', async () => {
    const only = await read('title,storypoint\na,8\n');
    expect(only).toMatchObject({ rows: [{ fields: { estimatedHours: 8 } }], ignoredColumns: [] });
    const both = await read('storypoint,title,estimatedHours\n8,a,3\n');
    expect(both).toMatchObject({ rows: [{ fields: { estimatedHours: 3 } }], ignoredColumns: ['storypoint'] });
  });

  it('leaves empty cells out, and trims all but descriptions', async () => {
    const file = await read('title,description,status,priority\n" a ", b , ,High \n,"",,\nc,  ,,\n');
    expect(file.rows.map(({ fields }) => fields)).toEqual([
      { title: 'a', description: ' b ', priority: 'High' },
      {},
      { title: 'c', description: '  ' },
    ]);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('gives each row the line on which it starts (%s)', async (_name, end) => {
    const lines = ['', 'title,description', '"two', 'lines",d', '', '', 'a,"x', '', 'y"', 'é,d', '"last""', '",d'];
    const file = await read(`\uFEFF${lines.join(end)}`);
    expect(file.rows.map(({ line, fields }) => [line, fields.title])).toEqual([
      [3, `two${end}lines`],
      [7, 'a'],
      [10, 'é'],
      [11, 'last"'],
    ]);
    expect(file.rows[1]?.fields.description).toBe(`x${end}${end}y`);
  });

  it('reads a file of mixed line ends, and quotes inside a cell', async () => {
    const file = await read('title,status\r\na 5" disk,x\nb,y\rc,z');
    expect(file.rows.map(({ line, fields }) => [line, fields.title])).toEqual([
      [2, 'a 5" disk'],
      [3, 'b'],
      [4, 'c'],
    ]);
  });

  it('refuses rows with another number of columns and invalid numbers, and reads the rest', async () => {
    const file = await read(
      'title,estimatedHours\nshort\nlong,1,2\nwords,many\ncomma,"1,5"\nendless,1e400\ngood,1e1\n',
    );
    expect(file.refused).toEqual([
      { line: 2, reason: 'Has 1 cells, not 2' },
      { line: 3, reason: 'Has 3 cells, not 2' },
      { line: 4, reason: 'estimatedHours: "many" is not a number' },
      { line: 5, reason: 'estimatedHours: "1,5" is not a number' },
      { line: 6, reason: 'estimatedHours: "1e400" is not a number' },
    ]);
    expect(file.rows).toEqual([{ line: 7, fields: { title: 'good', estimatedHours: 10 } }]);
  });

  it.each([
    ['no title column', 'name;title\na;b\n', 'The file has no column "title"; its first row is: name;title'],
    ['nothing in it', '', 'The file has no column "title"; its first row is: '],
    [
      'a quote that is never closed',
      'title\na\n"b\nc\n',
      'The row that starts on line 3 cannot be read: Quote Not Closed',
    ],
    ['another encoding', Buffer.from('title\ncaf\xe9\n', 'latin1'), 'The file is not encoded in UTF-8'],
  ])('refuses a file with %s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});
