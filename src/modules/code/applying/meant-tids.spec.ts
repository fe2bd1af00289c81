import { isRevert, tidsOfBranch, tidsOfText, together } from './meant-tids.js';

const HOST = 'pm.example.com';
const named = (text: string): readonly string[] => tidsOfText(text, HOST).named;
const closed = (text: string): string[] => [...tidsOfText(text, HOST).closed];

describe('the tids that a text names', () => {
  it.each<[string, string[]]>([
    ['WEB-12 and web-13', ['WEB-12', 'WEB-13']],
    ['(WEB-12), [WEB-13]: _WEB-14_', ['WEB-12', 'WEB-13', 'WEB-14']],
    ['WEB-12 web-12 Web-12', ['WEB-12']],
    ['XWEB-12a WEB-0 WEB-12é 9WEB-3 éWEB-4', []],
    ['see https://jira.example.org/browse/WEB-12 of old', []],
    ['see https://pm.example.com/tasks/WEB-12?a=1', ['WEB-12']],
    ['see https://pm.example.com/projects/WEB/board?task=WEB-12', ['WEB-12']],
    ['the span `WEB-1` and ``a ` WEB-2`` but WEB-3', ['WEB-3']],
    ['one ` alone, WEB-1', ['WEB-1']],
    ['```\nWEB-1\n```\nWEB-2', ['WEB-2']],
    ['~~~ts\nWEB-1\n```\nWEB-2\n~~~\nWEB-3', ['WEB-3']],
    ['```\nWEB-1 to the end', []],
    ['> WEB-1\n > WEB-2\nWEB-3', ['WEB-3']],
    ['text\n\n    WEB-1\n\tWEB-2\n\nWEB-3', ['WEB-3']],
    ['- item\n\n    WEB-1 of the item', ['WEB-1']],
  ])('%j', (text, tids) => expect(named(text)).toEqual(tids));
});

describe('the tids that a text closes', () => {
  it.each<[string, string[]]>([
    ['Closes WEB-12', ['WEB-12']],
    ['close: WEB-1, closed WEB-2. closes:WEB-3', ['WEB-1', 'WEB-2', 'WEB-3']],
    ['FIX WEB-1 fixes WEB-2 fixed WEB-3', ['WEB-1', 'WEB-2', 'WEB-3']],
    ['resolve WEB-1 resolves WEB-2 resolved WEB-3', ['WEB-1', 'WEB-2', 'WEB-3']],
    ['implement WEB-1 implements WEB-2 implemented WEB-3', ['WEB-1', 'WEB-2', 'WEB-3']],
    ['fixes WEB-1, WEB-2 and WEB-3', ['WEB-1', 'WEB-2', 'WEB-3']],
    ['fixes WEB-1, and WEB-2 or WEB-3', ['WEB-1', 'WEB-2']],
    ['Fixes https://pm.example.com/tasks/WEB-12', ['WEB-12']],
    ['fixing WEB-1, prefixes WEB-2, fixes for WEB-3, fixes `x` WEB-4', []],
    ['does not fix WEB-1', []],
    ["this doesn't close WEB-1, it won’t fix WEB-2", []],
    ['never fully closes WEB-1', []],
    ['no way to fix WEB-1', []],
    ['not one of these words: fixes WEB-1', ['WEB-1']],
    ['Not this one. Closes WEB-1', []],
    ['cannot fix WEB-1', ['WEB-1']],
    ['> closes WEB-1', []],
    ['`closes WEB-1`', []],
  ])('%j', (text, tids) => expect(closed(text)).toEqual(tids));

  it('a branch closes them when it is the pull request’s own', () => {
    expect([...tidsOfBranch('mia/web-12-title', true).closed]).toEqual(['WEB-12']);
    expect([...tidsOfBranch('mia/web-12-title', false).closed]).toEqual([]);
    expect(tidsOfBranch('feature/web-12_web-13', false).named).toEqual(['WEB-12', 'WEB-13']);
  });

  it('a revert closes nothing', () => {
    expect(isRevert('Revert "Fixes WEB-12"')).toBe(true);
    const all = together([tidsOfText('fixes WEB-1', HOST), tidsOfText('WEB-2', HOST)], true);
    expect([all.named, all.closed.size]).toEqual([['WEB-1', 'WEB-2'], 0]);
  });
});

it.each([
  '`'.repeat(50_000),
  '` '.repeat(500_000),
  'fixes '.repeat(20_000),
  'A-1, '.repeat(25_000),
  'https://'.repeat(15_000),
  '> '.repeat(50_000),
])('reads a text of many marks at once', (text) => {
  const begin = performance.now();
  tidsOfText(`${text} WEB-1`, HOST);
  expect(performance.now() - begin).toBeLessThan(20_000);
});
