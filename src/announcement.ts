import { realpathSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { BASE_PATH } from '#common/http/base-path.js';
import type { Configuration } from '#config/configuration.js';
import type { RunningService } from './start-service.js';

/** The text for a person who has just started the service: its address, the login and a command to paste. */
export function announce(configuration: Configuration, { port, databaseFolder, demoLogin }: RunningService): string {
  const scheme = configuration.tls.mode === 'proxy' ? 'http' : 'https';
  const origin = `${scheme}://${hostOf(configuration)}:${port}`;
  const address = `${origin}/${BASE_PATH}`;
  // Behind a proxy people come to another address than this machine's.
  const isElsewhere =
    configuration.tls.mode === 'proxy' && configuration.publicUrl !== `https://localhost:${configuration.port}`;
  const publicOrigin = isElsewhere ? configuration.publicUrl : origin;
  const insecure = configuration.tls.mode === 'self-signed' ? ' --insecure' : '';
  const forwarded = configuration.tls.mode === 'proxy' ? " -H 'X-Forwarded-Proto: https'" : '';
  const curl = (rest: string) => `  curl${insecure}${forwarded} ${rest}`;
  const lines = [
    '',
    ...(configuration.consoleDirectory === null ? [] : [`Console:                    ${publicOrigin}/`]),
    `Project Management Service: ${publicOrigin}/${BASE_PATH}`,
    `API documentation:          ${publicOrigin}/${BASE_PATH}/docs`,
  ];
  if (databaseFolder && dirname(databaseFolder) !== realpathSync(configuration.dataDirectory)) {
    lines.push(`Database:                   ${databaseFolder}, where its user can reach it`);
  }
  if (demoLogin) {
    const fromHere = relative(process.cwd(), demoLogin.path);
    const path = fromHere.startsWith('..') ? demoLogin.path : fromHere;
    const password = demoLogin.isNew ? `, password ${demoLogin.password}` : '';
    lines.push(
      `Demo login:                 ${demoLogin.email}${password} (kept in ${path})`,
      'Try:',
      curl(`${address}/login -H 'Content-Type: application/json' -d ${shellWord(`@${path}`)}`),
    );
  } else {
    lines.push('Try:', curl(`${address}/health`));
  }
  return `${[...lines, ''].join('\n')}\n`;
}

function hostOf({ host }: Configuration): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The text as one word of a shell's command line. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
