import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { namesOf, render, UnusableName } from './names.mjs';
import { registrations } from './registrations.mjs';

const TEMPLATE = join(import.meta.dirname, 'template');

/** What the template's migration is called until it has a time. */
const NO_TIME = '0000000000000';

/**
 * Makes a module in the tree at `root`, and names it wherever modules are named. Whatever it refuses, it refuses before
 * it writes. Resolves to the paths of the new files and of the changed ones.
 */
export async function generateModule(root, plural, singular) {
  const names = namesOf(plural, singular);
  const templates = readTemplates();
  const migration = nextMigration(root);
  const made = new Map(
    [...templates].map(([path, text]) => {
      const finish = (part) => render(part, names).replaceAll(NO_TIME, migration);
      return [finish(path).replace(/\.tpl$/, ''), finish(text)];
    }),
  );
  requireUnused(root, made);
  requireUnambiguous(templates, names);
  const changed = new Map(
    Object.entries(registrations(names)).map(([path, change]) => [
      path,
      change(readFileSync(join(root, path), 'utf8')),
    ]),
  );
  const written = new Map();
  for (const [path, text] of [...made, ...changed]) {
    const filepath = join(root, path);
    written.set(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  for (const [path, text] of written) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { names, made: [...made.keys()], changed: [...changed.keys()] };
}

function readTemplates() {
  const paths = readdirSync(TEMPLATE, { recursive: true }).filter((path) => path.endsWith('.tpl'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(TEMPLATE, path), 'utf8')]));
}

/** TypeORM runs migrations in the order of their times: a new one comes last, whatever the clock says. */
function nextMigration(root) {
  const times = readdirSync(join(root, 'src/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  return `${Math.max(Date.now(), ...times.map((time) => time + 1))}`;
}

/** The tree has no such file, class, function, table, route or permission yet. */
function requireUnused(root, made) {
  const existing = [...made.keys()].find((path) => existsSync(join(root, path)));
  if (existing) throw new UnusableName(`${existing} exists already`);
  const wanted = new Set([...made.values()].flatMap(claims));
  for (const path of readdirSync(join(root, 'src'), { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const taken = claims(readFileSync(join(root, 'src', path), 'utf8')).find((claim) => wanted.has(claim));
    if (taken) throw new UnusableName(`src/${path} has ${taken} already`);
  }
}

const CLAIM =
  /(?<=^(export )?(abstract )?)(class|function) \w+|@(Entity|Controller)\('[^']+'\)|@RequirePermission\('[^']+:write'\)/gm;

/** What can be in the sources once. */
function claims(text) {
  return text.match(CLAIM) ?? [];
}

/** No name of the resource is one that the template uses for something else, such as `List`. */
function requireUnambiguous(templates, names) {
  for (const text of templates.values()) {
    const words = new Set(text.match(/\w+/g));
    const taken = [...words]
      .filter((word) => word.includes('SampleThing'))
      .map((word) => render(word, names))
      .find((word) => words.has(word));
    if (taken) throw new UnusableName(`"${taken}" means something else in every module: choose another name`);
  }
}
