import { ArgumentsHost, Catch, ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '#config/configuration.js';
import { toDatabaseAppError } from '../database/database-error.js';
import { isMcpPath, resourceMetadataOf, speaksStandardErrors, standardErrorBody } from '../http/oauth.js';
import { isScimPath, SCIM_TYPE, scimErrorBody } from '../http/scim.js';
import { AppError, InternalError, InvalidInputError, NotFoundError, ServiceUnavailableError } from './app-error.js';
import { ClientGoneError } from './client-gone-error.js';
import { errorBody } from './error-body.js';
import { NotImplementedError } from './scim-errors.js';

/** Turns everything that is thrown into one of the two error bodies; nothing of a library's message gets out. */
@Catch()
export class AppExceptionFilter implements ExceptionFilter {
  constructor(private readonly configuration: Configuration) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (thrown instanceof ClientGoneError) {
      request.log.info(thrown.message);
      reply.hijack();
      return;
    }
    const error = toAppError(thrown);
    if (error.status === 401) void reply.header('WWW-Authenticate', challengeTo(request, this.configuration));
    if (error.status >= 500 && !(error instanceof NotImplementedError))
      request.log.error({ err: error.cause ?? error }, error.message);
    if (error.retryAfter !== undefined) void reply.header('Retry-After', error.retryAfter);
    if (error.headers) void reply.headers(error.headers);
    void reply.status(error.status);
    if (isScimPath(request.url)) void reply.type(SCIM_TYPE).send(scimErrorBody(error));
    else if (speaksStandardErrors(request.url)) void reply.send(standardErrorBody(error));
    else void reply.send(error.body ?? errorBody(error, request.id));
  }
}

/**
 * Says that a bearer token is missing, or that the one sent is of no use (RFC 6750, 3); to agents also where they get one
 * (RFC 9728, 5.1).
 */
function challengeTo({ url, headers: { authorization = '' } }: FastifyRequest, { issuer }: Configuration): string {
  const problem = /^bearer\s+\S/i.test(authorization) ? ', error="invalid_token"' : '';
  const isForAgents = issuer !== null && isMcpPath(url);
  const remedy = isForAgents ? `, resource_metadata="${resourceMetadataOf(issuer, url)}", scope="projects"` : '';
  return `Bearer realm="api"${problem}${remedy}`;
}

/** What the framework itself throws is a client's mistake before it reaches a route, or a defect. */
function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const databaseError = toDatabaseAppError(thrown);
  if (databaseError) return databaseError;
  const status = thrown instanceof HttpException ? thrown.getStatus() : (thrown as { statusCode?: number }).statusCode;
  if (status === 404) return new NotFoundError('Path');
  if (status === 503) return new ServiceUnavailableError('The service is shutting down, retry in a few seconds');
  if (status !== undefined && status >= 400 && status < 500) return new InvalidInputError('The request is malformed');
  return new InternalError(thrown);
}
