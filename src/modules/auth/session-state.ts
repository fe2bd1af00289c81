import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Configuration } from '#config/configuration.js';
import { VERSION } from '#config/version.js';
import { anonymousContext } from '#core/access/anonymous-context.js';
import { UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { type LoginUserResponse, toLoginUserResponse } from '#core/access/login-user.dto.js';
import type { SessionResponse } from './session.dto.js';

/** What a browser asks before it shows anything. */
@Injectable()
export class SessionState {
  constructor(
    private readonly configuration: Configuration,
    private readonly credentials: UserCredentialsService,
  ) {}

  async findOne(request: FastifyRequest): Promise<SessionResponse> {
    const { registrationOpen, aiProvider, trashDays } = this.configuration;
    const user = await this.userOf(request);
    return {
      user,
      registration: registrationOpen ? 'open' : 'closed',
      aiCheck: aiProvider !== null,
      trashDays,
      ...(user && { version: VERSION }),
    };
  }

  private async userOf(request: FastifyRequest): Promise<LoginUserResponse | null> {
    const { principal, authenticationError } = request;
    if (authenticationError !== undefined) throw authenticationError;
    if (!principal) return null;
    const context = { ...anonymousContext(request), share: principal.companyId };
    const user = await this.credentials.findCredentials(context, principal);
    return user ? toLoginUserResponse(user) : null;
  }
}
