import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '#config/configuration.js';
import { SESSION_HOURS } from './sessions/session.js';

const NAME = '__Host-session';
const ATTRIBUTES = 'HttpOnly; Secure; SameSite=Strict; Path=/';

/** The session of a browser, by a random value in a cookie that no script reads. */
@Injectable()
export class SessionCookie {
  constructor(private readonly configuration: Configuration) {}

  /**
   * The value of the cookie; undefined where it does not count: beside an `Authorization` header, on a request of
   * another origin, and wherever CORS lets a page in.
   */
  read(request: FastifyRequest): string | undefined {
    if (request.headers.authorization !== undefined || !this.isOwn(request)) return undefined;
    const cookies = request.headers.cookie?.split(';') ?? [];
    const cookie = cookies.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${NAME}=`));
    return cookie?.slice(NAME.length + 1) || undefined;
  }

  write(reply: FastifyReply, token: string): void {
    void reply.header('Set-Cookie', `${NAME}=${token}; Max-Age=${SESSION_HOURS * 3_600}; ${ATTRIBUTES}`);
  }

  clear(reply: FastifyReply): void {
    void reply.header('Set-Cookie', `${NAME}=; Max-Age=0; ${ATTRIBUTES}`);
  }

  /** Whether the console itself sends the request. Browsers let no page set either header. */
  private isOwn(request: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined) return site === 'same-origin';
    const isOwnOrigin = origin === `${request.protocol}://${request.host}` || origin === this.configuration.publicUrl;
    if (!isOwnOrigin && this.configuration.corsOrigins.includes(origin)) return false;
    return site === undefined ? isOwnOrigin : site === 'same-origin';
  }
}
