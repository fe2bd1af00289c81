import { folded, isSameText } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { hasPermission } from '#core/access/permissions.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf } from '#core/events/changes.js';
import { audited, type Change, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { FindsHidden } from '#core/http/path-name.hooks.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { projectsOfRows } from '#schema/projects.js';
import type { TaskContent } from './task-content.dto.js';
import { type CreateTemplate, TemplateResponse, type TemplatesQuery, type UpdateTemplate } from './template.dto.js';
import { contentChanges, plain, TemplateContents } from './template-contents.service.js';
import { Template } from './template.entity.js';
import { TemplatesRepository } from './templates.repository.js';

const TAKEN = 'A template of that name already exists';
/** Templates of a company. */
const MOST_TEMPLATES = 200;

/** Templates. They have no events. */
@Injectable()
export class TemplatesService {
  constructor(
    @InjectCompanyScoped(Template) private readonly templates: CompanyScopedRepository<Template>,
    private readonly rows: TemplatesRepository,
    private readonly outbox: Outbox,
    private readonly companies: CompaniesService,
    private readonly access: ProjectAccess,
    private readonly contents: TemplateContents,
  ) {}

  @FindsHidden()
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<NotFoundError | undefined> {
    const isHidden = await this.access.isAnyHidden(context, projectsOfRows('templates'), ids);
    return isHidden ? new NotFoundError('Template') : undefined;
  }

  findAll(context: RequestContext, query: TemplatesQuery): Promise<List<TemplateResponse>> {
    return this.rows.findPage(context, query, toTemplateResponse);
  }

  /** @throws NotFoundError when the caller does not see it */
  async findOne(context: RequestContext, id: string): Promise<TemplateResponse> {
    return toTemplateResponse(await this.getVisible(context, id));
  }

  /** @throws NotFoundError when the caller does not see it */
  async getVisible(context: RequestContext, id: string): Promise<Template> {
    const template = await this.rows.findVisible(context, id);
    if (!template) throw new NotFoundError('Template');
    return template;
  }

  /** As `getVisible`; nobody deletes it until the transaction ends. */
  async getKept(tx: TransactionContext, id: string): Promise<Template> {
    const template = await this.getVisible(tx, id);
    if (!(await this.rows.keepTemplate(tx, id))) throw new NotFoundError('Template');
    return template;
  }

  /** @throws what POST /tasks throws of ids, InsufficientRoleError, ConflictError when the name is taken or there are too many */
  create(context: RequestContext, input: CreateTemplate): Promise<TemplateResponse> {
    return this.commitNamed(context, async (tx) => {
      const { task, subtasks = [], projectId = null } = input;
      await this.ensureWritable(tx, projectId);
      await this.contents.ensureFits(tx, projectId, { task, subtasks });
      return this.makeTemplate(tx, { ...input, projectId, subtasks });
    });
  }

  /** Makes one whose project and ids have been checked. `createdById` and moments are those of one that was elsewhere. */
  async makeTemplate(
    tx: TransactionContext,
    { name, description = null, projectId, task, subtasks }: MadeTemplate,
    elsewhere: Partial<Moments> & { readonly createdById?: string } = {},
  ): Promise<Change<TemplateResponse>> {
    await this.companies.lockCompany(tx);
    if ((await this.rows.countAll(tx)) >= MOST_TEMPLATES) {
      throw new ConflictError(`A company has at most ${MOST_TEMPLATES} templates`);
    }
    await this.ensureFree(tx, projectId, name);
    const values = { name, description, projectId, task: plain(task), subtasks: subtasks.map(plain) };
    const template = await this.templates.insert(tx, { createdById: tx.userId, ...values, ...elsewhere });
    return audited(unannounced(toTemplateResponse(template)), {
      action: 'template.created',
      target: targetOf(template),
      changes: beginning({ name, description, projectId }),
    });
  }

  /** @throws as `create`, and NotFoundError */
  update(context: RequestContext, id: string, { task, subtasks, ...input }: UpdateTemplate): Promise<TemplateResponse> {
    return this.commitNamed(context, async (tx) => {
      const before = await this.lock(tx, id);
      await this.contents.ensureFits(tx, before.projectId, { task, subtasks }, before);
      const content = { ...(task && { task: plain(task) }), ...(subtasks && { subtasks: subtasks.map(plain) }) };
      const changes = { ...changesOf(before, input), ...contentChanges(before, content) };
      if (Object.keys(changes).length === 0) return unannounced(toTemplateResponse(before));
      const { name = before.name } = input;
      if (!isSameText(name, before.name)) await this.ensureFree(tx, before.projectId, name);
      const after = await this.templates.update(tx, before, { ...input, ...content });
      return audited(unannounced(toTemplateResponse(after)), {
        action: 'template.changed',
        target: targetOf(after),
        changes,
      });
    });
  }

  /** @throws NotFoundError, InsufficientRoleError, ConflictError when its project is archived or a recurrence uses it */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const template = await this.lock(tx, id);
      if (await this.rows.isUsed(tx, id)) throw new ConflictError('A recurrence uses the template');
      await this.templates.delete(tx, id);
      return audited(unannounced(undefined), { action: 'template.deleted', target: targetOf(template) });
    });
  }

  /** Deletes a template that an import has made. */
  async withdrawTemplate(tx: TransactionContext, id: string): Promise<void> {
    await this.templates.delete(tx, id);
  }

  /** @throws NotFoundError of the project, InsufficientRoleError of the company's, ConflictError when the project is archived */
  async ensureWritable(tx: TransactionContext, projectId: string | null): Promise<void> {
    if (projectId === null) {
      ensureMayAdminister(tx);
      return;
    }
    const project = await this.access.findReachableForChange(tx, projectId);
    this.access.ensureWritable((project ?? (await this.access.getProject(tx, projectId))).status);
  }

  private async lock(tx: TransactionContext, id: string): Promise<Template> {
    const { projectId } = await this.getVisible(tx, id);
    if (projectId !== null) await this.access.findReachableForChange(tx, projectId);
    const template = await this.templates.requireForUpdate(tx, { id }, 'Template');
    await this.ensureWritable(tx, projectId);
    return template;
  }

  /** The indexes know no names that were alike before they were there. */
  private async ensureFree(tx: TransactionContext, projectId: string | null, name: string): Promise<void> {
    if ((await this.rows.findNames(tx, projectId)).includes(folded(name))) throw new ConflictError(TAKEN);
  }

  /** As `Outbox.commit`. @throws ConflictError when the name is taken */
  async commitNamed(
    context: RequestContext,
    work: (tx: TransactionContext) => Promise<Change<TemplateResponse>>,
  ): Promise<TemplateResponse> {
    try {
      return await this.outbox.commit(context, work);
    } catch (error) {
      if (isUniqueViolation(error, 'templates_name') || isUniqueViolation(error, 'templates_company_name')) {
        throw new ConflictError(TAKEN);
      }
      throw error;
    }
  }
}

/** A template whose project and ids have been checked. */
type MadeTemplate = Pick<Template, 'name' | 'projectId'> &
  Pick<CreateTemplate, 'task'> & { readonly description?: string | null; readonly subtasks: readonly TaskContent[] };

function toTemplateResponse(row: Template): TemplateResponse {
  const { id, name, description, projectId, task, subtasks, createdById, createdAt, updatedAt } = row;
  return { id, name, description, projectId, task, subtasks, createdById, createdAt, updatedAt };
}

const targetOf = ({ id, name }: Template) => ({ type: 'template', id, name });

function ensureMayAdminister({ role }: RequestContext): void {
  if (!hasPermission(role, 'templates:administer')) throw new InsufficientRoleError();
}
