import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { Schedule } from '#common/schedule/schedule.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type NewRow } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf } from '#core/events/changes.js';
import { audited, type Change, type Changes, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { FindsHidden } from '#core/http/path-name.hooks.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { BeforeProjectRemoval } from '#modules/projects/project.hooks.js';
import { RecurringTasks } from '#modules/tasks/changes/recurring-tasks.service.js';
import { contentChanges } from '#modules/templates/template-contents.service.js';
import { dayIn } from '#modules/users/away.dto.js';
import { UsersService } from '#modules/users/users.service.js';
import { projectsOfRows } from '#schema/projects.js';
import { asInput, meantSchedule, previewedMoments, wordsOf } from './meant-schedule.js';
import { meantContent, RecurrenceContents } from './recurrence-contents.js';
import { type CreateRecurrence, type RecurrenceResponse, type RecurrencesQuery } from './recurrence.dto.js';
import { toRecurrenceResponse, type UpdateRecurrence } from './recurrence.dto.js';
import { Recurrence } from './recurrence.entity.js';
import { nextMoment } from './recurrence-moments.js';
import { RecurrencesRepository } from './recurrences.repository.js';
import type { Mode, ScheduleInput } from './schedule.dto.js';

/** Recurrences of a company. */
const MOST_RECURRENCES = 200;

const AUDITED = ['name', 'templateId', 'mode', 'onlyOneOpen', 'active', 'createdById'] as const;

/** Recurrences. They have no events. */
@Injectable()
export class RecurrencesService {
  @Inject() private readonly tasks: RecurringTasks;

  constructor(
    @InjectCompanyScoped(Recurrence) private readonly recurrences: CompanyScopedRepository<Recurrence>,
    private readonly rows: RecurrencesRepository,
    private readonly outbox: Outbox,
    private readonly companies: CompaniesService,
    private readonly access: ProjectAccess,
    private readonly contents: RecurrenceContents,
    private readonly users: UsersService,
  ) {}

  @FindsHidden()
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<NotFoundError | undefined> {
    const isHidden = await this.access.isAnyHidden(context, projectsOfRows('recurrences'), ids);
    return isHidden ? new NotFoundError('Recurrence') : undefined;
  }

  @BeforeProjectRemoval()
  beforeProjectRemoval(tx: TransactionContext, projectId: string): Promise<void> {
    return this.tasks.forgetRecurrencesOf(tx, projectId);
  }

  findAll(context: RequestContext, query: RecurrencesQuery): Promise<List<RecurrenceResponse>> {
    return this.rows.findPage(context, query);
  }

  /** @throws NotFoundError when the caller does not see it */
  async findOne(context: RequestContext, id: string): Promise<RecurrenceResponse> {
    return toRecurrenceResponse(await this.rows.getVisible(context, id));
  }

  /** @throws what POST /tasks throws of ids, NotFoundError, ConflictError when the project is archived or there are too many */
  create(context: RequestContext, input: CreateRecurrence): Promise<RecurrenceResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { name, projectId, mode = 'schedule', onlyOneOpen = false, active = true } = input;
      const content = meantContent(input);
      const schedule = await this.readSchedule(tx, input.schedule, mode);
      await this.ensureWritable(tx, projectId);
      await this.contents.ensureFits(tx, projectId, content);
      return this.makeRecurrence(tx, {
        ...content,
        name,
        projectId,
        schedule,
        mode,
        onlyOneOpen,
        active,
        createdById: tx.userId,
      });
    });
  }

  /** Makes one whose project, schedule and ids have been checked. */
  async makeRecurrence(
    tx: TransactionContext,
    given: MadeRecurrence & Partial<NewRow<Recurrence>>,
  ): Promise<Change<RecurrenceResponse>> {
    await this.companies.lockCompany(tx);
    if ((await this.rows.countAll(tx)) >= MOST_RECURRENCES) {
      throw new ConflictError(`A company has at most ${MOST_RECURRENCES} recurrences`);
    }
    const values = { ...UNUSED, ...given };
    const nextAt = nextMoment(values, Date.now());
    const made = await this.recurrences.insert(tx, { ...values, nextAt, dueAt: nextAt });
    const { name, projectId, mode, active } = made;
    return audited(unannounced(toRecurrenceResponse(made)), {
      action: 'recurrence.created',
      target: targetOf(made),
      changes: beginning({ name, projectId, mode, active, schedule: wordsOf(made.schedule, mode) }),
    });
  }

  /** It acts for who changes it. @throws as `create` */
  update(context: RequestContext, id: string, input: UpdateRecurrence): Promise<RecurrenceResponse> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.lockRecurrence(tx, id);
      const content = meantContent(input, before);
      const { name = before.name, mode = before.mode } = input;
      const { onlyOneOpen = before.onlyOneOpen, active = before.active } = input;
      const schedule = await this.readChangedSchedule(tx, before, input.schedule, mode);
      await this.contents.ensureFits(tx, before.projectId, content, before);
      const meant = { ...content, name, mode, onlyOneOpen, active, schedule, createdById: tx.userId };
      const changes = differences(before, meant);
      if (Object.keys(changes).length === 0) return unannounced(toRecurrenceResponse(before));
      const after = await this.recurrences.update(tx, before, { ...meant, ...this.afterChange(before, meant) });
      return audited(unannounced(toRecurrenceResponse(after)), {
        action: 'recurrence.changed',
        target: targetOf(after),
        changes,
      });
    });
  }

  /** Its tasks stay. @throws NotFoundError, ConflictError when its project is archived */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const recurrence = await this.lockRecurrence(tx, id);
      await this.withdrawRecurrence(tx, id);
      return audited(unannounced(undefined), { action: 'recurrence.deleted', target: targetOf(recurrence) });
    });
  }

  /** Deletes one that an import has made. */
  async withdrawRecurrence(tx: TransactionContext, id: string): Promise<void> {
    await this.tasks.forgetRecurrence(tx, id);
    await this.recurrences.delete(tx, id);
  }

  /** One that may be changed, locked. @throws NotFoundError, ConflictError when its project is archived */
  async lockRecurrence(tx: TransactionContext, id: string): Promise<Recurrence> {
    const { projectId } = await this.rows.getVisible(tx, id);
    await this.access.findReachableForChange(tx, projectId);
    const recurrence = await this.rows.lockRecurrence(tx, id);
    await this.ensureWritable(tx, projectId);
    return recurrence;
  }

  /** @throws NotFoundError of the project, ConflictError when it is archived */
  private async ensureWritable(tx: TransactionContext, projectId: string): Promise<void> {
    const project = await this.access.findReachableForChange(tx, projectId);
    this.access.ensureWritable((project ?? (await this.access.getProject(tx, projectId))).status);
  }

  /** What follows from a change: another person is not to blame, and another schedule has other moments. */
  private afterChange(before: Recurrence, meant: Partial<Recurrence>): Partial<Recurrence> {
    const isTimed = (['schedule', 'mode', 'active'] as const).some(
      (field) => !isDeepStrictEqual(meant[field], before[field]),
    );
    const nextAt = isTimed ? nextMoment({ ...before, ...meant }, Date.now()) : before.nextAt;
    return {
      ...(isTimed && { nextAt, dueAt: nextAt, failingSince: null }),
      ...(meant.createdById !== before.createdById && { error: null, isTold: false }),
    };
  }

  /** The same one stays as it is, though it may be over by now. */
  private async readChangedSchedule(
    tx: TransactionContext,
    before: Recurrence,
    given: ScheduleInput | undefined,
    mode: Mode,
  ): Promise<Schedule> {
    if (!given && mode === before.mode) return before.schedule;
    const input = given ?? asInput(before.schedule, mode);
    const schedule = await this.meantSchedule(tx, input, mode);
    if (mode !== before.mode || !isDeepStrictEqual(schedule, before.schedule)) {
      previewedMoments(schedule, mode, Date.now(), 1);
    }
    return schedule;
  }

  /** @throws ValidationError when it has no moment */
  private async readSchedule(tx: TransactionContext, input: ScheduleInput, mode: Mode): Promise<Schedule> {
    const schedule = await this.meantSchedule(tx, input, mode);
    previewedMoments(schedule, mode, Date.now(), 1);
    return schedule;
  }

  private async meantSchedule(tx: TransactionContext, input: ScheduleInput, mode: Mode): Promise<Schedule> {
    const timezone = input.timezone ?? (await this.users.findTimeZone(tx, tx.userId));
    return meantSchedule(input, mode, { timezone, todayIn: (zone) => dayIn(zone, new Date()) });
  }
}

/** What a new one has of its own. */
type MadeRecurrence = Pick<
  Recurrence,
  | 'name'
  | 'projectId'
  | 'templateId'
  | 'task'
  | 'subtasks'
  | 'schedule'
  | 'mode'
  | 'onlyOneOpen'
  | 'active'
  | 'createdById'
>;

/** One that has made nothing. */
const UNUSED = {
  failingSince: null,
  lastTaskId: null,
  lastEndedAt: null,
  made: 0,
  skipped: 0,
  error: null,
  isTold: false,
};

const targetOf = ({ id, name }: Recurrence) => ({ type: 'recurrence', id, name });

function differences(before: Recurrence, meant: MadeFields): Changes {
  const changes = { ...changesOf(before, meant, AUDITED), ...contentChanges(before, meant) };
  if (isDeepStrictEqual(before.schedule, meant.schedule)) return changes;
  const words = { from: wordsOf(before.schedule, before.mode), to: wordsOf(meant.schedule, meant.mode) };
  return { ...changes, schedule: words };
}

type MadeFields = Omit<MadeRecurrence, 'projectId'>;
