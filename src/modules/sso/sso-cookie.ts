import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = '__Host-sso';
/** Seconds: as long as a sign-in may be under way. */
const LIFETIME = 600;
const ATTRIBUTES = 'HttpOnly; Secure; SameSite=Lax; Path=/';
const VALUE = /^[\w-]{43}$/;

/** What tells the browser that began a sign-in from others; undefined without one. */
export function readSsoCookie({ headers }: FastifyRequest): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = cookies.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

export function writeSsoCookie(reply: FastifyReply, value: string): void {
  void reply.header('Set-Cookie', `${NAME}=${value}; Max-Age=${LIFETIME}; ${ATTRIBUTES}`);
}
