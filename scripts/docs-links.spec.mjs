import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = dirname(import.meta.dirname);
const PAGES = globSync(['*.md', 'docs/**/*.md', 'sdk/*.md'], { cwd: ROOT }).sort();

/** The page without its code, where nothing is a link or a heading. */
const proseOf = (page) =>
  readFileSync(join(ROOT, page), 'utf8')
    .replace(/^( *)```[^]*?^\1```$/gm, '')
    .replace(/<!--[^]*?-->/g, '');

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page) {
  const anchors = [];
  for (const [, heading] of proseOf(page).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    const equal = anchors.filter(({ first }) => first === anchor).length;
    anchors.push({ first: anchor, name: equal === 0 ? anchor : `${anchor}-${equal}` });
  }
  return anchors.map(({ name }) => name);
}

/** The relative links of a page. */
const linksOf = (page) =>
  [
    ...proseOf(page)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target));

/** What is wrong with a link; undefined when it leads somewhere. */
function problemOf(page, link) {
  const [path, anchor] = link.split('#');
  const target = path ? relative(ROOT, join(ROOT, dirname(page), path)) : page;
  if (!existsSync(join(ROOT, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).includes(anchor) ? undefined : `${link}: ${target} has no such heading`;
}

it.each(PAGES)('%s has no dead link', (page) => {
  const problems = linksOf(page).map((link) => problemOf(page, link));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

it('knows the pages and their links', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/agents.md']));
  expect(linksOf('docs/README.md')).toContain('reference/README.md');
});

it('knows a dead link', () => {
  expect(problemOf('docs/README.md', 'nowhere.md')).toBe('nowhere.md: there is no docs/nowhere.md');
  expect(problemOf('docs/README.md', '#nowhere')).toBe('#nowhere: docs/README.md has no such heading');
  expect(problemOf('docs/README.md', '#documentation')).toBeUndefined();
});
