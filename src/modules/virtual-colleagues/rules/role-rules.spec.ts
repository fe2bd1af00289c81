import { readFileSync } from 'node:fs';
import { ROLE_RULES } from './role-rules.js';

it('has the rules that docs/colleagues.md lists', () => {
  const [, section = ''] = /^## The rules\n([^]*?)(?=^## )/m.exec(readFileSync('docs/colleagues.md', 'utf8')) ?? [];
  const listed = [...section.matchAll(/^\| `([\w.]+)` /gm)].map(([, name]) => name);
  const names = Object.values(ROLE_RULES).flatMap((rules) => rules.map(({ name }) => name));
  expect(listed.sort()).toEqual([...new Set(names)].sort());
});
