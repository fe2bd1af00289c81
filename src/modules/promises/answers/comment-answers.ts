import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { cut } from '#common/validation/storable.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import type { CommentDetailResponse } from '#modules/comments/comment.dto.js';
import { AfterComment } from '#modules/comments/comment.hooks.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import { firstColleagueIn, withNames } from '#modules/mentions/mentions.service.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import { TaskMutes } from '#modules/tasks/mutes/task-mutes.service.js';
import { dayIn } from '#modules/users/away.dto.js';
import { UsersService } from '#modules/users/users.service.js';
import { DONE } from '#schema/lanes.js';
import { LONGEST_WORDS } from '../promises.dto.js';
import { PromisesService } from '../promises.service.js';
import { muteNoted, promiseNoted, reasonsInWords, UNDERSTOOD } from './answer-texts.js';
import { type AnsweredColleague, AnswersRepository } from './answers.repository.js';
import { type Answer, readAnswer } from './read-answer.js';

/** Most answers of colleagues on a task and day, in UTC. */
const MOST_ANSWERS = 20;
const DAY = 86_400_000;
/** Milliseconds between two explanations for one person on one task. */
const HINT_PAUSE = 7 * DAY;

/** What is said to a colleague, when and where. */
interface Said {
  readonly task: LockedTask;
  readonly colleague: AnsweredColleague;
  readonly answer: Answer | undefined;
  readonly today: string;
  readonly zone: string;
}

/** Reads what people answer virtual colleagues in comments, does it, and has the colleague say so. */
@Injectable()
export class CommentAnswers {
  constructor(
    private readonly answers: AnswersRepository,
    private readonly promises: PromisesService,
    private readonly mutes: TaskMutes,
    private readonly comments: CommentsService,
    private readonly users: UsersService,
    private readonly outbox: Outbox,
  ) {}

  /** Agents are not answered. */
  @AfterComment()
  async read(tx: TransactionContext, task: LockedTask, { body }: CommentDetailResponse): Promise<void> {
    if (tx.agent || !/\]\(colleague:/iu.test(body)) return;
    const colleagues = await this.answers.findColleagues(tx, task.projectId);
    const byId = new Map(colleagues.map((colleague) => [colleague.id, colleague]));
    const named = firstColleagueIn(body, new Set(byId.keys()));
    const colleague = named && byId.get(named.id);
    if (!colleague) return;
    const zone = await this.users.findTimeZone(tx, tx.userId);
    const today = dayIn(zone, new Date());
    const answer = readAnswer(withNames(named.rest), today, withNames(named.before));
    const reply = await this.act(tx, { task, colleague, answer, today, zone });
    if (reply === undefined || (await this.hasAnsweredOften(tx, task.id))) return;
    await this.comments.writeAnswer(tx, task, { colleague, ownerId: colleague.ownerId, body: reply });
  }

  /** Does what is asked for. What there is to say of it, if anything. */
  private async act(tx: TransactionContext, said: Said): Promise<string | undefined> {
    const { task, colleague, answer, today, zone } = said;
    if (answer?.kind === 'why') {
      const reasons = await this.answers.findReasons(tx, colleague.id, task);
      return reasonsInWords(reasons, { today, zone, isForCustomer: colleague.role === 'customer' });
    }
    if (answer?.kind === 'stop') {
      const until = answer.until && endOf(answer.until, zone);
      await this.mutes.muteTask(tx, task.id, { colleagueId: colleague.id, ...(until && { until }) });
      return muteNoted(answer.until, today);
    }
    const mayPromise = task.status !== DONE && (task.assigneeId === null || task.assigneeId === tx.userId);
    if (!answer || !mayPromise) return this.hint(tx, task.id);
    const { until } = answer;
    const words = cut(answer.words, LONGEST_WORDS) || null;
    await this.outbox.commit(tx, () => this.promises.makeOf(tx, task, { until, words, source: 'comment' }));
    return promiseNoted(until, today);
  }

  private async hint(tx: TransactionContext, taskId: string): Promise<string | undefined> {
    const now = Date.now();
    const since = new Date(now - HINT_PAUSE).toISOString();
    return (await this.answers.noteHint(tx, taskId, new Date(now).toISOString(), since)) ? UNDERSTOOD : undefined;
  }

  private async hasAnsweredOften(tx: TransactionContext, taskId: string): Promise<boolean> {
    const day = new Date(Math.floor(Date.now() / DAY) * DAY).toISOString();
    return (await this.answers.countAnswers(tx, taskId, day)) >= MOST_ANSWERS;
  }
}

/** When a day is over in a zone. */
function endOf(day: string, zone: string): string {
  return DateTime.fromISO(day, { zone }).plus({ days: 1 }).startOf('day').toUTC().toISO() as string;
}
