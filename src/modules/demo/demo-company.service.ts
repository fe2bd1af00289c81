import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { RegistrationService } from '#modules/auth/registration.service.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { DemoColleagues } from './demo-colleagues.js';
import { DEMO_COMPANY, DEMO_OWNER } from './demo-data.js';
import { DemoPeople } from './demo-people.js';
import { DEMO_PROJECTS } from './demo-project-data.js';
import { DemoProjects } from './demo-projects.js';

/** The login of the demo company's owner, as it is kept: the very body of POST /login. */
interface LoginFile {
  email: string;
  password: string;
}

/** The demo company's login, and whether this start has made it. */
export interface DemoLogin extends LoginFile {
  path: string;
  isNew: boolean;
}

/** The company that a first start makes in an empty embedded database, unless `DEMO=off`. */
@Injectable()
export class DemoCompany {
  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly companies: CompaniesService,
    private readonly registration: RegistrationService,
    private readonly people: DemoPeople,
    private readonly projects: DemoProjects,
    private readonly colleagues: DemoColleagues,
  ) {}

  /** Makes the company when there is no company at all; null where there is no demo. */
  async prepareCompany(log: FastifyBaseLogger): Promise<DemoLogin | null> {
    const path = join(this.configuration.dataDirectory, 'demo-login.json');
    const isNew = this.configuration.demo.enabled && !(await this.companies.existAny(OWN_WORK_CONTEXT));
    // The file comes first: whatever happens then, the password of the company that is made stands in it.
    if (isNew) this.writeLogin(path);
    if (!existsSync(path)) return null;
    const login = JSON.parse(readFileSync(path, 'utf8')) as LoginFile;
    if (isNew) await this.create(log, login.password);
    return { ...login, path, isNew };
  }

  private writeLogin(path: string): void {
    const password = this.configuration.demo.password ?? randomBytes(12).toString('base64url');
    const login: LoginFile = { email: DEMO_OWNER.email, password };
    writeFileSync(path, `${JSON.stringify(login)}\n`, { mode: 0o600 });
  }

  /** All of it, or, when the start is broken off, nothing. */
  private create(log: FastifyBaseLogger, password: string): Promise<void> {
    const ownWork = { ...OWN_WORK_CONTEXT, traceId: '0'.repeat(32), log };
    return this.database.transaction(ownWork, async (ownTx) => {
      // Made by people, as far as its events know.
      const tx = { ...ownTx, permission: 'tasks:write' } as const;
      const owner = await this.registration.createCompany(tx, {
        ...DEMO_OWNER,
        companyName: DEMO_COMPANY,
        password,
      });
      const owned: TransactionContext = {
        ...tx,
        companyId: owner.companyId,
        userId: owner.id,
        role: 'OWNER',
        tells: 'nobody',
      };
      const ids = await this.people.create(owned, password);
      ids.set(owner.email, owner.id);
      const made = await this.projects.create(owned, DEMO_PROJECTS, ids);
      await this.colleagues.create(owned, ids, made);
    });
  }
}
