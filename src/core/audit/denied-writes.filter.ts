import { ArgumentsHost, Catch } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InsufficientRoleError } from '#common/errors/app-error.js';
import { AppExceptionFilter } from '#common/errors/app-exception.filter.js';
import { Configuration } from '#config/configuration.js';
import { AuditNotes } from './audit-notes.js';

/** Notes writes that the caller's role does not allow in the audit log, whether a guard or a service refuses them. */
@Catch(InsufficientRoleError)
export class DeniedWritesFilter extends AppExceptionFilter {
  constructor(
    configuration: Configuration,
    private readonly notes: AuditNotes,
  ) {
    super(configuration);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    const { context, method, routeOptions } = host.switchToHttp().getRequest<FastifyRequest>();
    if (context && method !== 'GET' && method !== 'HEAD') {
      const target = { type: 'route', id: null, name: `${method} ${routeOptions.url ?? ''}` };
      this.notes.add(context, context.userId, { action: 'permission.denied', target, outcome: 'denied' });
    }
    super.catch(thrown, host);
  }
}
