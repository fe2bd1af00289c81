import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ColleagueHistory } from '../runs/colleague-history.js';
import type { AiCheckResponse } from './ai-check.dto.js';
import { AiChecksRepository } from './ai-checks.repository.js';

/** 404: the colleague has no such check, or its answer is deleted by now. */
class AiCheckNotFoundError extends NotFoundError {
  constructor() {
    super('AI check');
  }
}

/** What AI checks have answered. */
@Injectable()
export class AiCheckAnswers {
  constructor(
    private readonly checks: AiChecksRepository,
    private readonly history: ColleagueHistory,
    private readonly access: ProjectAccess,
  ) {}

  /** What a check has answered, as far as the caller reaches it. @throws NotFoundError of the colleague or the check */
  async findOne(context: RequestContext, colleagueId: string, checkId: string): Promise<AiCheckResponse> {
    await this.history.ensureColleague(context, colleagueId);
    const stored = await this.checks.findAnswer(context, colleagueId, checkId);
    if (!stored) throw new AiCheckNotFoundError();
    const { answer, projectIds, projectOf } = stored;
    const reached = new Set(await this.access.findReachedOf(context, projectIds));
    const reaches = (projectId: string | undefined) => projectId !== undefined && reached.has(projectId);
    return {
      ...answer,
      summary: projectIds.every(reaches) ? answer.summary : null,
      findings: answer.findings.filter(({ taskId }) => reaches(projectOf[taskId])),
    };
  }
}
