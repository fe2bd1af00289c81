import { once } from 'node:events';
import { createServer } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';

/**
 * Resolves when the service could listen where it shall, so that nothing is made for a start that must fail.
 *
 * @throws ConfigurationError
 */
export async function ensureAddress({ port, host }: Configuration): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explained(error, { port, host });
  }
  server.close();
  await once(server, 'close');
}

/** @throws ConfigurationError when another program was faster. */
export async function listen(app: NestFastifyApplication, { port, host }: Configuration): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    throw explained(error, { port, host });
  }
}

function explained(error: unknown, { port, host }: Pick<Configuration, 'port' | 'host'>): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigurationError(`PORT: ${port} is in use by another program`);
    case 'EACCES':
      return new ConfigurationError(`PORT: ${port} is not open to the user that the service runs as`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigurationError(`HOST: this machine has no address ${host}`);
    default:
      return error;
  }
}
