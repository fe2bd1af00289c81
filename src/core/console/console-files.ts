import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** A file as it is sent; the encodings are those that the build has made of it. */
export interface ConsoleFile {
  readonly type: string;
  /** Whether its name contains a hash of its content. */
  readonly isHashed: boolean;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

export type Encoding = 'br' | 'gzip' | 'identity';

const SUFFIXES: Record<'br' | 'gzip', string> = { br: '.br', gzip: '.gz' };

const TYPES: Partial<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The files of the built console by their path, such as `/index.html`; none where it was never built. */
export function readConsoleFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name);
    const type = TYPES[extname(name)];
    if (type === undefined || !statSync(path).isFile()) continue;
    const address = `/${name.split(sep).join('/')}`;
    files.set(address, { type, isHashed: address.startsWith('/assets/'), bodies: bodiesOf(path) });
  }
  return files;
}

function bodiesOf(path: string): ConsoleFile['bodies'] {
  const compressed = Object.entries(SUFFIXES).filter(([, suffix]) => existsSync(path + suffix));
  return {
    identity: readFileSync(path),
    ...Object.fromEntries(compressed.map(([encoding, suffix]) => [encoding, readFileSync(path + suffix)])),
  };
}
