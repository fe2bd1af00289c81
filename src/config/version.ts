import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the service, as package.json says. */
export const VERSION: string = readVersion(import.meta.dirname);

/** The file is above this one, whether it is compiled or not. */
function readVersion(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return readVersion(join(folder, '..'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
