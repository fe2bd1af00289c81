import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { plain, TemplateContents } from '#modules/templates/template-contents.service.js';
import { TemplatesService } from '#modules/templates/templates.service.js';
import type { UpdateRecurrence } from './recurrence.dto.js';
import type { Recurrence } from './recurrence.entity.js';

const ONE_OF = 'Give exactly one of templateId and task';

type Content = Pick<Recurrence, 'templateId' | 'task' | 'subtasks'>;
type ContentInput = Pick<UpdateRecurrence, 'templateId' | 'task' | 'subtasks'>;

/** What the tasks of a recurrence are made of: a template, or a task of its own. */
@Injectable()
export class RecurrenceContents {
  constructor(
    private readonly templates: TemplatesService,
    private readonly contents: TemplateContents,
  ) {}

  /** @throws NotFoundError of the template, ValidationError when that is of another project, and what POST /tasks throws of ids */
  async ensureFits(
    tx: TransactionContext,
    projectId: string,
    { templateId, task, subtasks }: Content,
    before?: Content,
  ): Promise<void> {
    if (task) await this.contents.ensureFits(tx, projectId, { task, subtasks }, before);
    if (templateId === null || templateId === before?.templateId) return;
    const template = await this.templates.getKept(tx, templateId);
    if (template.projectId !== null && template.projectId !== projectId) {
      throw new ValidationError({ templateId: 'Must be a template of the project or of the company' });
    }
  }
}

/** What is meant: of a change, what is left out stays. @throws ValidationError unless it has exactly one of template and task */
export function meantContent({ templateId, task, subtasks }: ContentInput, before?: Content): Content {
  const isReplaced = Boolean(templateId) || Boolean(task);
  const kept = before && !isReplaced ? before : { templateId: null, task: null, subtasks: before?.subtasks ?? [] };
  const meant = {
    templateId: templateId === undefined ? kept.templateId : templateId,
    task: task === undefined ? kept.task : task && plain(task),
  };
  if ((meant.templateId === null) === (meant.task === null)) {
    throw new ValidationError({ templateId: ONE_OF, task: ONE_OF });
  }
  if (meant.templateId === null) return { ...meant, subtasks: subtasks?.map(plain) ?? kept.subtasks };
  if (subtasks?.length) throw new ValidationError({ subtasks: 'Only with a task of its own' });
  return { ...meant, subtasks: [] };
}
