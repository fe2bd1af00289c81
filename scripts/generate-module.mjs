// `npm run generate:module milestones`: what docs/adding-a-module.md describes, as a first version that works.
import { dirname } from 'node:path';
import { generateModule } from './generate-module/generate-module.mjs';
import { UnusableName } from './generate-module/names.mjs';

const [plural, singular, ...others] = process.argv.slice(2);
if (plural === undefined || others.length > 0) {
  stop('Usage: npm run generate:module <plural> [<singular>], such as: npm run generate:module milestones');
}
try {
  const { names, made, changed } = await generateModule(dirname(import.meta.dirname), plural, singular);
  console.log(`A module of ${names.plural}, one of which is a ${names.singular.replaceAll('-', ' ')}.`);
  for (const path of made) console.log(`  made     ${path}`);
  for (const path of changed) console.log(`  changed  ${path}`);
} catch (error) {
  if (!(error instanceof UnusableName)) throw error;
  stop(error.message);
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
