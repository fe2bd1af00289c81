import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

const ROOT = join(__dirname, '../../..');
/** Characters of an attack. One that is quadratic then takes half a second or more, one that is linear about a millisecond. */
const LENGTH = 30_000;
/** Milliseconds of processor time. */
const MOST = 200;
/** What reads a tenth of the text within a millisecond is not asked for all of it: if it were quadratic, that would take under 100 ms. */
const TENTH = 3_000;
/** The beginnings of what our own scanners read. */
const SEEDS = ['[', '[](', 'a.', 'a-', '!a.', '[~', '{x:', '|[[', '`', '@a ', '<', '&', '\\'];

interface Found {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Those of a file, as they stand there. */
function expressionsOf(file: string): Found[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/([^]*)\/(\w*)$/.exec(node.text) ?? [];
      found.push({ where: `${file} ${node.text}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Texts that begin to match again and again: its own words, one character of each class, and pairs of them. */
function pumpsOf(source: string): string[] {
  const plain = source
    .replace(/\\([wd])/g, (_, kind) => (kind === 'w' ? 'a' : '0'))
    .replace(/\\s/g, ' ')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\[pP]\{(\w+)\}/g, (_, name: string) => (name.startsWith('N') ? '0' : 'a'))
    .replace(/\\(?:x[\da-f]{2}|u[\da-f]{4}|[bBSDW0-9]|k<\w+>)/g, ' ');
  const words = plain.match(/(?:\\.|[^()[\]|?*+{}^$\\])+/g) ?? [];
  const own = [...words, ...words.flatMap((word) => [...word]), ...(plain.match(/\\./g) ?? [])]
    .map((word) => word.replaceAll('\\', ''))
    .filter((word) => word !== '');
  const tokens = [...new Set([...own, 'a', ' ', '\n'])].slice(0, 8);
  return [...new Set([...tokens, ...tokens.flatMap((first) => tokens.map((second) => first + second)), ...SEEDS])];
}

const context = createContext({ source: '', flags: '', text: '' });
/** Its variables are local: those of a context are slow. */
const findAll = new Script(`((all, text) => {
  while (all.exec(text)) if (all.lastIndex++ >= text.length) break;
})(new RegExp(source, flags), text)`);

/** The milliseconds of processor time to find all matches. */
function costOf({ source, flags }: Found, text: string): number {
  Object.assign(context, { source, flags: `${flags.replace(/[gy]/g, '')}g`, text });
  const start = process.cpuUsage();
  try {
    findAll.runInContext(context, { timeout: 2_000 });
  } catch {
    return Infinity;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function isSlow(expression: Found): string | undefined {
  if (!/[*+]|,\}/.test(expression.source)) return undefined;
  return pumpsOf(expression.source).find((pump) => {
    const begin = performance.now();
    costOf(expression, `${pump.repeat(TENTH / pump.length)}\u0000`);
    if (performance.now() - begin < 1) return false;
    const text = `${pump.repeat(LENGTH / pump.length)}\u0000`;
    // Once more: the first may have been disturbed.
    return costOf(expression, text) > MOST && costOf(expression, text) > MOST;
  });
}

const files = globSync(['src/**/*.ts', 'sdk/src/**/*.ts', 'console/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
  (file) => !/\.spec\.ts$|\/migrations\/|\/generated\//.test(file),
);

it.each(files.map((file) => [file, expressionsOf(file)] as const).filter(([, { length }]) => length > 0))(
  'takes time that grows with the text alone: %s',
  (_, expressions) => {
    const slow = expressions.map((expression) => [expression.where, isSlow(expression)]);
    expect(slow.filter(([, pump]) => pump !== undefined)).toEqual([]);
  },
);
