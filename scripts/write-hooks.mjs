// `npm run hooks`: writes docs/hooks.md from the sources; with `--check`, says instead whether it would differ.
import './node-version.mjs';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { hooksPage } from './hooks/hooks-page.mjs';

const ROOT = dirname(import.meta.dirname);
const PAGE = join(ROOT, 'docs/hooks.md');

const paths = readdirSync(join(ROOT, 'src'), { recursive: true })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .sort();
// Sources with a hook import its file.
const sources = paths
  .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])
  .filter(([, text]) => text.includes('.hooks.js') || text.includes('/hook.js'));
const page = await format(hooksPage(sources), { ...(await resolveConfig(PAGE)), filepath: PAGE });

if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error('docs/hooks.md is not what the sources say: npm run hooks');
  process.exitCode = 1;
}
