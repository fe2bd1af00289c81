import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { newTraceId } from '../transport/trace-id.js';
import { OWN_WORK_CONTEXT, type RequestContext } from './request-context.js';

/** Stands for the user of what the service does by itself: its events have no actor. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What the service changes of a company by itself. Its changes name no user, so use it for nothing that stores one. */
export function onOwnWork(companyId: string, { httpAdapter }: HttpAdapterHost): RequestContext {
  const traceId = newTraceId();
  const { log } = httpAdapter.getInstance<FastifyInstance>();
  return { ...OWN_WORK_CONTEXT, companyId, userId: NOBODY, role: 'OWNER', traceId, log: log.child({ traceId }) };
}
