import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Voice } from '#modules/voice/voice.service.js';
import { listOf, type Piece, spoken } from '../rules/sentence.js';
import { calendarDay, dayInWords, momentInWords, today, weekday } from '../rules/time-words.js';
import type { DigestKind } from '../settings/colleague-settings.js';
import type { Frequency } from '../settings/schedule.js';
import { DIGEST_FIGURES } from './digest-figures.js';
import { DigestFiguresRepository } from './digest-figures.repository.js';
import {
  type DigestQuestion,
  DigestsRepository,
  type EpicRow,
  type FirstRow,
  NEWS_KINDS,
  type NewsKind,
  type NewsRow,
  type SprintRow,
} from './digests.repository.js';

/** Whose digest it is, and when. */
interface Digested extends Omit<DigestQuestion, 'since'> {
  readonly colleagueId: string;
  readonly frequency: Frequency;
  readonly moment: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days that a digest looks back at most. */
const LONGEST = 31;

/** A line has this many tids at most. */
const MOST_TIDS = 5;
/** A digest names this many tasks to clear first at most. */
const MOST_FIRST = 3;

const TITLES: Record<DigestKind, string> = {
  standup: 'Standup',
  delivery: 'Delivery',
  backlog: 'Backlog',
  workload: 'Workload',
  personal: 'Your day',
  customer: 'Progress',
  agents: 'Agents',
};

const NEWS: Record<NewsKind, string> = {
  done: 'Done',
  review: 'Handed in for review',
  blocked: 'Newly blocked',
  late: 'Newly late',
  reopened: 'Reopened',
};

/** Kinds with a line for each sprint, and one about what to clear first. */
const PLANNING: readonly DigestKind[] = ['standup', 'delivery', 'personal'];

/** Sums up what happened since the last digest. */
@Injectable()
export class Digests {
  constructor(
    private readonly digests: DigestsRepository,
    private readonly figures: DigestFiguresRepository,
    private readonly voice: Voice,
  ) {}

  /** The lines of a digest. The first one says which time it covers. */
  async makeDigest(context: RequestContext, digested: Digested): Promise<Piece[][]> {
    const { scope, moment } = digested;
    const kind = scope.settings.reporting.digest;
    const since = await this.sinceOf(context, digested);
    const question = { ...digested, since };
    const words = `since ${momentInWords(since, moment, scope.zone)}`;
    const heading = [`${TITLES[kind]}, ${weekday(moment, scope.zone)} (${words})`];
    if (kind === 'customer') return [heading, ...epicLines(await this.digests.findEpics(context, question), words)];
    const news = await this.digests.findNews(context, question);
    const changes = news.length === 0 ? [[`Nothing has changed ${words}.`]] : newsLines(news);
    const planning = PLANNING.includes(kind) ? await this.planningLines(context, question) : [];
    return [heading, ...changes, ...planning, ...(await this.figureLines(context, question))];
  }

  /** The moment of the last digest. Without one, the schedule decides how far it looks back. */
  private async sinceOf(
    context: RequestContext,
    { colleagueId, frequency, moment }: Pick<Digested, 'colleagueId' | 'frequency' | 'moment'>,
  ): Promise<string> {
    const before = (span: number) => new Date(Date.parse(moment) - span).toISOString();
    const last = await this.digests.findLast(context, colleagueId, moment);
    if (last === null) return before(frequency === 'weekly' ? 7 * DAY : DAY);
    return Date.parse(last) < Date.parse(before(LONGEST * DAY)) ? before(LONGEST * DAY) : last;
  }

  private async planningLines(context: RequestContext, question: Digested & DigestQuestion): Promise<Piece[][]> {
    const sprints = await this.digests.findSprints(context, question);
    const first = await this.clearFirst(context, question);
    const lines = sprints.map((sprint): Piece[] => [sprintLine(sprint, question)]);
    return first.length === 0 ? lines : [...lines, ['Clear first: ', ...firstLine(first, question), '.']];
  }

  /** Tasks whose assignee is working on them are left out. */
  private async clearFirst(context: RequestContext, question: Digested & DigestQuestion): Promise<FirstRow[]> {
    const { moment, scope } = question;
    const rows = await this.digests.findFirst(context, question);
    const pairs = rows.flatMap(({ taskId, assigneeId }) =>
      assigneeId === null ? [] : [{ taskId, personId: assigneeId }],
    );
    const { activeHours } = scope.settings.chase;
    const isActive = await this.voice.findActive(context, pairs, { moment, activeHours, countsAgents: true });
    const isFree = ({ taskId, assigneeId }: FirstRow) =>
      assigneeId === null || !isActive({ taskId, personId: assigneeId });
    return rows.filter(isFree).slice(0, MOST_FIRST);
  }

  private async figureLines(context: RequestContext, question: Digested & DigestQuestion): Promise<Piece[][]> {
    const { scope, moment } = question;
    const figures = DIGEST_FIGURES[scope.settings.reporting.digest];
    if (!figures) return [];
    const found = await this.figures.findFigures(context, question, figures.counts);
    if (!found) return [];
    const line = found.first.length === 0 ? figures.line : figures.line + (figures.firstWords ?? '');
    const named = { tid: null, texts: found.texts, tids: { first: found.first }, moments: {}, names: {} };
    return [spoken(line, named, { moment, zone: scope.zone })];
  }
}

function newsLines(news: readonly NewsRow[]): Piece[][] {
  const byKind = Map.groupBy(news, ({ kind }) => kind);
  return NEWS_KINDS.flatMap((kind) => {
    const rows = byKind.get(kind) ?? [];
    if (rows.length === 0) return [];
    const named = rows.slice(0, MOST_TIDS).flatMap((row, index): Piece[] => {
      const blockers: Piece[] = row.blockers.length === 0 ? [] : [' by ', ...listOf(row.blockers)];
      const by = row.by === null ? [] : [` by ${row.by}`];
      return [...(index === 0 ? [] : [', ']), { tid: row.tid }, ...by, ...blockers];
    });
    const more = rows.length > MOST_TIDS ? [` and ${rows.length - MOST_TIDS} more`] : [];
    return [[`${NEWS[kind]}: `, ...named, ...more, '.']];
  });
}

function sprintLine({ name, key, hours, end }: SprintRow, { moment, scope }: Digested): string {
  const now = today(moment, scope.zone);
  const day = end === null ? undefined : calendarDay(end, scope.zone);
  const days = day === undefined ? undefined : Math.round(day.diff(now, 'days').days);
  const left =
    day === undefined || days === undefined
      ? 'no end'
      : days < 0
        ? `ended ${dayInWords('on', day, now)}`
        : days === 0
          ? 'ends today'
          : days === 1
            ? '1 day left'
            : `${days} days left`;
  return `Sprint "${name}" (${key}): ${hours} h left, ${left}.`;
}

function firstLine(first: readonly FirstRow[], { moment, scope }: Digested): Piece[] {
  const now = today(moment, scope.zone);
  return first.flatMap(({ tid, waiting, due }, index): Piece[] => {
    const waits = waiting === 0 ? [] : [waiting === 1 ? '1 task waits for it' : `${waiting} tasks wait for it`];
    const late = due === null ? [] : [`late ${dayInWords('since', calendarDay(due, scope.zone), now)}`];
    return [...(index === 0 ? [] : [', ']), { tid }, ` (${[...waits, ...late].join(', ')})`];
  });
}

/** Only titles, without totals, people and hours. */
function epicLines(epics: readonly EpicRow[], words: string): Piece[][] {
  const titles = (some: readonly string[]) => some.map((title) => `"${title}"`).join(', ');
  const lines = epics.flatMap(({ name, finished, next }): Piece[][] => {
    const done = finished.length === 0 ? [] : [`finished ${titles(finished)}`];
    const ahead = next.length === 0 ? [] : [`next ${titles(next)}`];
    if (name !== null) return [[`"${name}": ${[...done, ...ahead].join('; ')}.`]];
    return finished.length === 0 ? [] : [[`Also finished: ${titles(finished)}.`]];
  });
  const isFinished = epics.some(({ finished }) => finished.length > 0);
  return isFinished ? lines : [[`Nothing was finished ${words}.`], ...lines];
}
