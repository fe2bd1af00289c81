import { branchNameOf } from './branch-name.js';

it.each([
  ['Mia Member', 'Fix sign-in', 'mia/web-12-fix-sign-in'],
  ['Łukasz Żak', 'Grüße an æthelstan', 'ukasz/web-12-gru-e-an-thelstan'],
  ['美亜', 'Fix it', 'web-12-fix-it'],
  [null, '日本語', 'web-12'],
  ['Mia', 'a '.repeat(40), `mia/web-12${'-a'.repeat(25)}`],
])('of %s and "%s"', (name, title, expected) => {
  expect(branchNameOf(name, { tid: 'WEB-12', title })).toBe(expected);
});
