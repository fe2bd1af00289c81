import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { userTarget } from '#core/audit/audit-entry.js';
import { Passwords } from '#core/access/passwords.js';
import { signInBy } from '#core/access/sign-in.js';
import { Tokens } from '#core/access/tokens.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import { beginning } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { LoginNetworksRepository } from './login-networks.repository.js';
import { Register, RegisteredResponse, toAccountResponse } from './auth.dto.js';

@Injectable()
export class RegistrationService {
  constructor(
    private readonly companies: CompaniesService,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
    private readonly outbox: Outbox,
    private readonly networks: LoginNetworksRepository,
  ) {}

  async registerCompany(anonymous: AnonymousContext, input: Register): Promise<RegisteredResponse> {
    const owner = await this.createCompany(anonymous, input);
    await this.networks.rememberNetwork(anonymous, owner, anonymous.clientNetwork);
    return { user: toAccountResponse(owner), token: this.tokens.issue(owner, signInBy('password')) };
  }

  /**
   * A company with its first OWNER, who is returned.
   *
   * @throws ConflictError when the e-mail address is taken.
   */
  async createCompany(
    founder: Omit<AnonymousContext, 'clientNetwork'> & Pick<RequestContext, 'clientNetwork' | 'permission'>,
    { companyName, email, name, password }: Register,
  ): ReturnType<UsersService['addUser']> {
    const passwordHash = await this.passwords.hash(founder, password);
    const context: RequestContext = { ...founder, companyId: uuidv7(), userId: uuidv7(), role: 'OWNER' };
    return this.outbox.commit(context, async (tx) => {
      await this.companies.create(tx, companyName);
      const { userId: id, role } = context;
      const result = await this.users.addUser(tx, { id, email, name, role, passwordHash });
      const changes = beginning({ email, role });
      return audited(unannounced(result), { action: 'user.created', target: userTarget(result), changes });
    });
  }
}
