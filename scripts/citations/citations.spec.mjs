import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { citationsIn, cited } from './citations.mjs';
import { readSpecification, sectionsOf } from './specification.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** Where people cite, but for the specification itself and the citations made up here. */
const FILES = [
  '*.{md,mjs,cjs,ts}',
  '{src,test,bench,scripts,docs,ops,sdk,console}/**/*.{ts,tsx,mjs,cjs,md,tpl,yml,conf}',
];
const NOT_READ = /(^|\/)(node_modules|dist)\/|^docs\/specification\/|^scripts\/citations\//;

const specification = readSpecification();

describe('citations of the specification', () => {
  it('are of what exists', () => {
    const files = globSync(FILES, { cwd: ROOT }).filter((path) => !NOT_READ.test(path));
    expect(files.length).toBeGreaterThan(500);
    const dead = files.flatMap((path) =>
      citationsIn(readFileSync(join(ROOT, path), 'utf8'))
        .filter((citation) => cited(specification, citation) === undefined)
        .map((citation) => ({ path, ...citation })),
    );
    expect(dead).toEqual([]);
  });

  it.each([
    ['(decisions 9.4)', [{ file: 'decisions', section: '9', item: 4 }]],
    ['console 1.9 alone', [{ file: 'console', section: '1', item: 9 }]],
    [
      'extensions 1.7 to 1.9, 2',
      [
        { file: 'extensions', section: '1', item: 7 },
        { file: 'extensions', section: '1', item: 9 },
        { file: 'extensions', section: '2' },
      ],
    ],
    ['decisions 10 give 5,000', [{ file: 'decisions', section: '10' }]],
    ['decisions 4, 5,000 of them', [{ file: 'decisions', section: '4' }]],
    ['decisions 4 "Project access"', [{ file: 'decisions', section: '4', name: 'Project access' }]],
    ['/** Of a project (decisions\n   * 2.1). */', [{ file: 'decisions', section: '2', item: 1 }]],
    ['// service.md\n// "Delivery"', [{ file: 'service.md', section: 'Delivery' }]],
    ['12 decisions, and a console', []],
  ])('are found: %j', (text, citations) => expect(citationsIn(text)).toEqual(citations));

  it.each([
    'decisions 13',
    'decisions 1.13',
    'decisions 1.0',
    'decisions 4 "Sessions"',
    'console 7',
    'extensions 14',
    'service.md "Deliveries"',
  ])('are dead: %j', (text) =>
    expect(citationsIn(text).map((citation) => cited(specification, citation))).toEqual([undefined]),
  );

  it('mean the item that counts so many, or what has the name', () => {
    const meant = (text) => cited(specification, citationsIn(text)[0]);
    expect(meant('decisions 9.4')).toMatch(/^- An event is written in the transaction/);
    expect(meant('decisions 1.9')).toMatch(/^9\. \*\*Lists\*\*: [^]*always bare, no `page`\.$/);
    expect(meant('decisions 4 "Project access"')).toBe('## 4. Companies, users, sessions');
    expect(meant('decisions 4 "PUT /me"')).toBe('## 4. Companies, users, sessions');
    expect(meant('service.md "Delivery"')).toBe('### Delivery');
  });

  it.each([
    'decisions',
    'extensions',
    'console',
    'filters',
    'inbox',
    'colleagues',
    'agents',
    'identity',
    'files',
    'moving',
  ])('of %s count as its lists with numbers do', (file) => {
    const sections = [...specification.get(file).values()];
    expect(sections.length).toBeGreaterThan(3);
    for (const { heading, items } of sections) {
      const numbers = items.map((item, index) => /^(\d+)\. /.exec(item)?.[1] ?? String(index + 1));
      expect([heading, ...numbers]).toEqual([heading, ...items.map((_, index) => String(index + 1))]);
    }
  });
});

describe('a section', () => {
  it('has the items of its lists, not those within them, and the names in its headings, bold words and first cells', () => {
    const [, first] = sectionsOf(
      '# File\n\n## 1. One\n\nText.\n\n- a **bold.**\n  more\n  - nested\n\n### Sub\n\n| x | y |\n| --- | --- |\n| `GET /a`, PUT /a | z |\n\n- b\n\n## 2. Two\n\n- c\n',
    );
    expect(first.items).toEqual(['- a **bold.**\n  more\n  - nested', '- b']);
    expect([...first.names]).toEqual(expect.arrayContaining(['bold', 'Sub', 'GET /a', 'PUT /a', 'GET /a, PUT /a']));
  });
});
