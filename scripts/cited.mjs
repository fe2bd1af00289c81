// `npm run --silent cited -- decisions 9.4`: what a citation means; of a section, all its items.
import { citationsIn } from './citations/citations.mjs';
import { readSpecification } from './citations/specification.mjs';

const asked = process.argv.slice(2).join(' ');
const specification = readSpecification();
const items = citationsIn(asked).flatMap(({ file, section, item }) =>
  (specification.get(file)?.get(section)?.items ?? [])
    .map((text, index) => ({ text: `${file} ${section}.${index + 1}\n${text}\n`, number: index + 1 }))
    .filter(({ number }) => item === undefined || item === number),
);
for (const { text } of items) console.log(text);
if (items.length === 0) {
  console.error(`Nothing is cited by "${asked}". Usage: npm run --silent cited -- decisions 9.4`);
  process.exitCode = 1;
}
