import { ArgumentsHost, Catch, ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toDatabaseAppError } from '../database/database-error.js';
import { isScimPath, SCIM_TYPE, scimErrorBody } from '../http/scim.js';
import { AppError, InternalError, InvalidInputError, NotFoundError, ServiceUnavailableError } from './app-error.js';
import { ClientGoneError } from './client-gone-error.js';
import { errorBody } from './error-body.js';

/** Turns everything that is thrown into one of the two error bodies; nothing of a library's message gets out. */
@Catch()
export class AppExceptionFilter implements ExceptionFilter {
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
    if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.message);
    if (error.retryAfter !== undefined) void reply.header('Retry-After', error.retryAfter);
    if (error.headers) void reply.headers(error.headers);
    void reply.status(error.status);
    if (isScimPath(request.url)) void reply.type(SCIM_TYPE).send(scimErrorBody(error));
    else void reply.send(errorBody(error, request.id));
  }
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
