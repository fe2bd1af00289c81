// `npm run --silent cited -- decisions 9.4`: what a citation means; of a section, all of it.
import { citationsIn } from './citations/citations.mjs';
import { readSpecification } from './citations/specification.mjs';

const asked = process.argv.slice(2).join(' ');
const specification = readSpecification();
const texts = citationsIn(asked)
  .map(({ file, section, item }) => {
    const { text, items } = specification.get(file)?.get(section) ?? {};
    if (item === undefined) return text;
    return items?.[item - 1] && `${file} ${section}.${item}\n${items[item - 1]}`;
  })
  .filter((text) => text !== undefined);
for (const text of texts) console.log(`${text}\n`);
if (texts.length === 0) {
  console.error(`Nothing is cited by "${asked}". Usage: npm run --silent cited -- decisions 9.4`);
  process.exitCode = 1;
}
