import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { AuditRecord, AuditTarget } from '#core/audit/audit-entry.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { makeStandardSecret } from '#core/secrets/standard-signature.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { RotatedSecretResponse } from '#modules/webhooks/webhook.dto.js';
import {
  type CodeConnectionResponse,
  type CodeRulesInput,
  type CreateCodeConnection,
  type CreatedCodeConnectionResponse,
  type RotateCodeSecret,
  toConnectionResponse,
  type UpdateCodeConnection,
} from './code-connection.dto.js';
import { CodeConnection } from './code-connection.entity.js';
import { CodeConnectionsRepository } from './code-connections.repository.js';
import { type CodeRules, DEFAULT_RULES } from './code-rules.js';
import { CodeSecrets } from './code-secrets.js';

const MOST_CONNECTIONS = 50;
const DEFAULT_HOURS = 24;

/** The forges that tell a company of code. `origin` is where people reach the service. */
@Injectable()
export class CodeConnectionsService {
  constructor(
    @InjectCompanyScoped(CodeConnection) private readonly connections: CompanyScopedRepository<CodeConnection>,
    private readonly statements: CodeConnectionsRepository,
    private readonly secrets: CodeSecrets,
    private readonly callerCheck: CallerCheck,
    private readonly companies: CompaniesService,
    private readonly access: ProjectAccess,
  ) {}

  findAll(context: RequestContext, query: PageQuery, origin: string): Promise<List<CodeConnectionResponse>> {
    return this.statements.findAll(context, query, (row) => toConnectionResponse(row, origin, row));
  }

  async findOne(context: RequestContext, id: string, origin: string): Promise<CodeConnectionResponse> {
    const connection = await this.connections.require(context, { id }, 'Code connection');
    return toConnectionResponse(connection, origin, await this.statements.findHealth(context, id));
  }

  /** @throws NotFoundError of a project, ConflictError past the number of connections */
  create(context: RequestContext, input: CreateCodeConnection, origin: string): Promise<CreatedCodeConnectionResponse> {
    const { name, provider, projectIds = [], active = true, secret = makeStandardSecret() } = input;
    const owner = { companyId: context.companyId, id: uuidv7() };
    const sealed = { ...this.secrets.sealSecret(owner, secret), previousSecret: null, previousValidUntil: null };
    return this.callerCheck.commit(context, async (tx) => {
      await this.access.ensureReachable(tx, projectIds);
      await this.ensureRoom(tx);
      const rules = mergedRules(DEFAULT_RULES, input.rules);
      const values = { name, provider, projectIds, rules, active, createdById: tx.userId };
      const connection = await this.connections.insert(tx, { ...owner, ...values, ...sealed });
      await this.statements.insertCompany(tx, connection.id);
      const change = unannounced({ ...toConnectionResponse(connection, origin), secret });
      const record = audit('created', connection, beginning(shownTo(connection)));
      return { ...audited(change, record), answer: { shownOnce: connection.id } };
    });
  }

  /** @throws NotFoundError of the connection or a project */
  update(
    context: RequestContext,
    id: string,
    { rules, ...input }: UpdateCodeConnection,
    origin: string,
  ): Promise<CodeConnectionResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const before = await this.connections.requireForUpdate(tx, { id }, 'Code connection');
      // Those that it has may be gone by now.
      const added = input.projectIds?.filter((projectId) => !before.projectIds.includes(projectId)) ?? [];
      await this.access.ensureReachable(tx, added);
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const wanted = { ...before, ...given, rules: mergedRules(before.rules, rules) };
      const changes = changesOf(shownTo(before), shownTo(wanted));
      const isChanged = Object.keys(changes).length > 0;
      const connection = isChanged
        ? await this.connections.update(tx, before, { ...given, rules: wanted.rules })
        : before;
      const health = await this.statements.findHealth(tx, id);
      const change = unannounced(toConnectionResponse(connection, origin, health));
      return isChanged ? audited(change, audit('changed', connection, changes)) : change;
    });
  }

  remove(context: RequestContext, id: string): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      const connection = await this.connections.requireForUpdate(tx, { id }, 'Code connection');
      await this.statements.deleteTraces(tx, id);
      await this.connections.delete(tx, id);
      return audited(unannounced(undefined), audit('deleted', connection));
    });
  }

  /** A new secret; the previous one is good beside it for as long as the forge needs. */
  rotateSecret(context: RequestContext, id: string, input: RotateCodeSecret): Promise<RotatedSecretResponse> {
    const { secret, keepPreviousHours = DEFAULT_HOURS } = input;
    return this.callerCheck.commit(context, async (tx) => {
      const before = await this.connections.requireForUpdate(tx, { id }, 'Code connection');
      const made = secret === undefined ? makeStandardSecret() : null;
      const previous = this.secrets.sealPrevious(before, keepPreviousHours);
      const present = this.secrets.sealSecret(before, secret ?? (made as string));
      await this.connections.update(tx, before, { ...present, ...previous });
      const change = unannounced({ secret: made, previousValidUntil: previous.previousValidUntil });
      const rotated = audited(change, audit('secret_rotated', before));
      return made === null ? rotated : { ...rotated, answer: { shownOnce: id } };
    });
  }

  /** @throws NotFoundError */
  async ensureExists(context: RequestContext, id: string): Promise<void> {
    await this.connections.require(context, { id }, 'Code connection');
  }

  private async ensureRoom(tx: TransactionContext): Promise<void> {
    await this.companies.lockCompany(tx);
    if ((await this.connections.count(tx)) < MOST_CONNECTIONS) return;
    throw new ConflictError(`A company has at most ${MOST_CONNECTIONS} code connections; delete one first`);
  }
}

function mergedRules(before: CodeRules, input: CodeRulesInput = {}): CodeRules {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

function shownTo({ name, provider, projectIds, rules, active }: CodeConnection): Record<string, unknown> {
  const { onOpen, onReview, onMerge, branches } = rules;
  const projects = projectIds.join();
  return { name, provider, projectIds: projects, active, onOpen, onReview, onMerge, branches: branches.join() };
}

function audit(
  what: 'created' | 'changed' | 'deleted' | 'secret_rotated',
  { id, name }: CodeConnection,
  changes?: AuditRecord['changes'],
): AuditRecord {
  const target: AuditTarget = { type: 'code_connection', id, name };
  return { action: `code_connection.${what}`, target, ...(changes && { changes }) };
}
