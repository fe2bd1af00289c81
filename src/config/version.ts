import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from './package-folder.js';

const file = readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8');

/** The version of the service, as package.json says. */
export const VERSION: string = (JSON.parse(file) as { version: string }).version;
