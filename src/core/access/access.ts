import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { Access, ACCESS } from './access.decorators.js';

/** Who may call the route of `context`; undefined when it does not say, which closes it. */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access | undefined {
  return reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
}
