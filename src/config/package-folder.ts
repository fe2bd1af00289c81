import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: above this file, whether it is compiled or not. */
export const PACKAGE_FOLDER: string = folderAbove(import.meta.dirname);

function folderAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderAbove(dirname(folder));
}
