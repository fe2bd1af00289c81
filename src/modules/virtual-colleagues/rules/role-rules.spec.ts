import { readFileSync } from 'node:fs';
import { RULES } from './role-rules.js';

it('has the rules that docs/colleagues.md lists', () => {
  const [, section = ''] = /^## The rules\n([^]*?)(?=^## )/m.exec(readFileSync('docs/colleagues.md', 'utf8')) ?? [];
  const listed = [...section.matchAll(/^\| `([\w.]+)` /gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(Object.keys(RULES).sort());
  for (const [name, rule] of Object.entries(RULES)) expect(rule.name).toBe(name);
});
