import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ColleagueHistory } from '../runs/colleague-history.js';
import { STATEMENT_TIMEOUT } from '../runs/colleague-runs.js';
import { RunSlots } from '../runs/run-slots.js';
import { ColleagueReferences } from '../settings/colleague-references.js';
import { mergeOverrides } from '../settings/colleague-settings.js';
import { OwnRules } from '../settings/own-rules.js';
import { DEFAULT_SCHEDULE, mergeSchedule } from '../settings/schedule.js';
import type { PreviewColleague, PreviewNewColleague } from '../virtual-colleague-input.dto.js';
import { VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';
import { ActionFinder, type Look } from './action-finder.js';
import { countByRule } from './found-action.js';
import type { PreviewResponse } from './preview.dto.js';

/** Most actions that a preview shows. */
const MOST_SHOWN = 500;

type Previewed = Look['colleague'] & { readonly allProjects: boolean };

/** 409: a preview of the user has not ended yet, on whatever instance. */
class PreviewUnderWayError extends ConflictError {
  constructor() {
    super('A preview of yours is under way; wait for its end');
  }
}

/** Shows what a scan would say, without saying it. */
@Injectable()
export class ColleaguePreviews {
  /** The users whose previews are under way here. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly finder: ActionFinder,
    private readonly ownRules: OwnRules,
    private readonly references: ColleagueReferences,
    private readonly slots: RunSlots,
    private readonly history: ColleagueHistory,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NotFoundError, ValidationError, ConflictError, ServiceUnavailableError without a slot within 5 s */
  async ofColleague(context: RequestContext, id: string, input: PreviewColleague): Promise<PreviewResponse> {
    const { projectIds, role } = input;
    const colleague = await this.colleagues.getOne(context, id);
    this.references.roleSettings.ensureFitting(role ?? colleague.role, input.settings);
    await this.references.ensureFor(context, { ...(projectIds && { projectIds }) });
    const { ownerId, rules: before } = colleague;
    const rules = input.rules ? await this.ownRules.readRules(context, input.rules, { before, ownerId }) : before;
    const settings = await this.references.roleSettings.readSettings(context, input.settings, {
      ownerId,
      before: colleague.settings,
    });
    const changed: Previewed = {
      ...colleague,
      ...(projectIds && { allProjects: projectIds.length === 0 }),
      ...(settings !== undefined && { settings: mergeOverrides(colleague.settings, settings) }),
      ...(role && { role }),
      rules,
    };
    await this.ownRules.ensureMessages(context, rules, changed.role);
    return this.preview(context, changed, projectIds);
  }

  /** @throws as `ofColleague` */
  async ofNew(context: RequestContext, input: PreviewNewColleague): Promise<PreviewResponse> {
    const { role, projectIds = [], ownerId = context.userId } = input;
    this.references.roleSettings.ensureFitting(role, input.settings);
    await this.references.ensureFor(context, input);
    const rules = await this.ownRules.readRules(context, input.rules ?? [], { ownerId });
    await this.ownRules.ensureMessages(context, rules, role);
    const settings = mergeOverrides(
      {},
      (await this.references.roleSettings.readSettings(context, input.settings, { ownerId })) ?? {},
    );
    const { timezone, frequency } = mergeSchedule(DEFAULT_SCHEDULE, input.schedule);
    const allProjects = projectIds.length === 0;
    return this.preview(
      context,
      { id: uuidv7(), role, ownerId, rules, settings, timezone, frequency, allProjects },
      projectIds,
    );
  }

  private async preview(
    context: RequestContext,
    colleague: Previewed,
    projectIds?: readonly string[],
  ): Promise<PreviewResponse> {
    if (this.underWay.has(context.userId)) throw new PreviewUnderWayError();
    this.underWay.add(context.userId);
    try {
      const patient = { ...context, statementTimeout: STATEMENT_TIMEOUT };
      const look = () =>
        this.outbox.commit(patient, async (tx) => {
          if (!(await this.colleagues.takePreview(tx))) throw new PreviewUnderWayError();
          return unannounced(await this.look(tx, colleague, projectIds));
        });
      return await this.slots.forPreview(patient, look);
    } finally {
      this.underWay.delete(context.userId);
    }
  }

  private async look(
    context: RequestContext,
    colleague: Previewed,
    given: readonly string[] | undefined,
  ): Promise<PreviewResponse> {
    const start = performance.now();
    const watched = await this.colleagues.findProjects(context, colleague, given);
    const projectIds = await this.references.reachedOf(context, watched);
    const moment = new Date().toISOString();
    const look = { colleague, runId: uuidv7(), moment, projectIds, showsRepeated: true };
    const draft = await this.finder.findActions(context, look);
    const found = await draft.decide(context, draft.actions);
    const told = await this.references.reachedOf(context, [
      ...new Set(found.actions.flatMap((action) => action.projectIds)),
    ]);
    const reached = new Set(told);
    const actions = found.actions.filter((action) => action.projectIds.every((id) => reached.has(id)));
    const show = await this.history.whyPresenter(context, actions);
    return {
      tasksScanned: found.tasksScanned,
      actions: actions.slice(0, MOST_SHOWN).map(({ type, rule, taskId, tid, userId, message, why, held }) => {
        return { type, rule, taskId, tid, userId, message, why: show(why), held };
      }),
      byRule: countByRule(actions),
      durationMs: Math.round(performance.now() - start),
    };
  }
}
