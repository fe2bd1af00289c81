import { isSameText } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { type SecretPlace, Secrets } from '#core/secrets/secrets.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectsService } from '#modules/projects/projects.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import type { FieldDefinition } from '#schema/fields.js';
import type { CreateImport, FieldChoice, ImportMapping } from '../import-input.dto.js';
import type { Import } from '../import.entity.js';
import { newLanesOf } from './status-meanings.js';
import { givenToken, isForSame } from './github-token.js';

/** What an import is told, checked. */
@Injectable()
export class ImportSettings {
  constructor(
    private readonly access: ProjectAccess,
    private readonly projects: ProjectsService,
    private readonly users: UsersService,
    private readonly lanes: WorkflowLanesService,
    private readonly secrets: Secrets,
    private readonly outbound: OutboundHttp,
    private readonly fields: FieldCatalogue,
  ) {}

  /** @throws NotFoundError; ConflictError when the project is archived, or the key of a new one is taken */
  async ensureProject(
    tx: TransactionContext,
    { projectId, project }: Pick<Import, 'projectId' | 'project'>,
  ): Promise<void> {
    if (projectId !== null) await this.access.getWritable(tx, projectId);
    else if (project !== null) await this.projects.ensureKeyFree(tx, project.key);
  }

  /** @throws NotFoundError unless all of them are active users of the company */
  async ensureUsers(tx: TransactionContext, { people = {} }: ImportMapping): Promise<void> {
    for (const id of new Set(Object.values(people))) {
      if (id !== null && id !== 'invite') await this.users.getActive(tx, id.toLowerCase());
    }
  }

  /** The fields of today. @throws ValidationError for fields that are none, and names of fields of another type */
  async ensureFields(tx: TransactionContext, { fields = {} }: ImportMapping): Promise<readonly FieldDefinition[]> {
    const known = await this.fields.findAll(tx);
    const problems = Object.entries(fields).flatMap(([name, choice]) => {
      const problem = fieldProblem(choice, known);
      return problem === undefined ? [] : [[`mapping.fields.${name}`, problem]];
    });
    if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems) as Record<string, string>);
    return known;
  }

  /** The lanes of today. @throws ValidationError when there is no room for those that the mapping makes */
  async ensureLanes(tx: TransactionContext, { statuses = {} }: ImportMapping): Promise<string[]> {
    const lanes = await this.lanes.findNames(tx);
    const added = newLanesOf(statuses, lanes).length;
    const most = this.lanes.most;
    if (added > 0 && lanes.length + added > most) {
      const message = `There are at most ${most} lanes: there are ${lanes.length}, and the mapping makes ${added} more`;
      throw new ValidationError({ mapping: message });
    }
    return lanes;
  }

  /**
   * What the source needs, and where it may lead. A stored token counts only for what it was given for.
   *
   * @throws ValidationError
   */
  ensureOptions(
    { source, options }: Pick<CreateImport, 'source' | 'options'>,
    stored?: Pick<Import, 'options' | 'token'>,
  ): void {
    if (source === 'github') {
      const missing: Record<string, string> = {};
      if (options?.repository === undefined) missing['options.repository'] = 'Required';
      if (!givenToken(options) && !isForSame(options, stored)) missing['options.token'] = 'Required';
      if (Object.keys(missing).length > 0) throw new ValidationError(missing);
    }
    if (options?.baseUrl !== undefined) this.outbound.ensureAllowed(options.baseUrl, 'options.baseUrl');
  }

  /** The token; undefined when there is none, or its key is gone. */
  openToken({ companyId, id, token }: Pick<Import, 'companyId' | 'id' | 'token'>): string | undefined {
    return token === null ? undefined : this.secrets.tryDecrypt(token, placeOf({ companyId }, id));
  }

  /** The token as it is stored. */
  sealToken(context: RequestContext, importId: string, token: string): string {
    return this.secrets.encrypt(token, placeOf(context, importId));
  }
}

function fieldProblem(choice: FieldChoice, known: readonly FieldDefinition[]): string | undefined {
  if (typeof choice === 'string') return undefined;
  const same =
    'field' in choice
      ? known.find(({ id }) => id === choice.field.toLowerCase())
      : known.find(({ name }) => isSameText(name, choice.create.name.trim()));
  if (same?.archived) return 'Field is archived';
  if ('field' in choice) return same ? undefined : 'Unknown field';
  return same && same.type !== choice.create.type ? `The field "${same.name}" is of type ${same.type}` : undefined;
}

function placeOf({ companyId }: Pick<RequestContext, 'companyId'>, id: string): SecretPlace {
  return { table: 'imports', column: 'token', companyId, id };
}
