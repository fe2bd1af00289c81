import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { withNames } from '#modules/mentions/mentions.service.js';
import { PromisesService } from '#modules/promises/promises.service.js';
import { Voice } from '#modules/voice/voice.service.js';
import { type HeldReason, type TaskAndPerson, taskAndPersonKey } from '#schema/voice.js';
import { type FoundRow, MOST_SUBJECTS } from '../rules/finding-statement.js';
import { countsAgents, namesAbsences, type Rule, type RuleScope } from '../rules/rule.js';
import {
  MOST_CHARACTERS,
  type Named,
  type Piece,
  quoted,
  spoken,
  spokenBriefly,
  textOf,
  type Tones,
} from '../rules/sentence.js';
import type { FoundAction } from './found-action.js';
import type { FoundByRule } from './found-actions.js';
import type { ToldPeople } from './told-people.js';

/** What a rule has found. For `unlooked` more tasks it has not looked up who is told of them. */
export interface RuleRows {
  readonly rule: Rule;
  readonly rows: readonly FoundRow[];
  readonly unlooked: number;
}

/** Who looks, and when. */
interface Looking {
  readonly moment: string;
  readonly people: ToldPeople;
  readonly scope: RuleScope;
}

/** People are left in peace about a task when they have promised it or are working on it. */
interface Peace {
  readonly hasPromised: (pair: TaskAndPerson) => boolean;
  readonly isActive: (pair: TaskAndPerson) => boolean;
}

/** Makes actions of what rules have found: their words, and whether the person is left in peace. */
@Injectable()
export class Findings {
  constructor(
    private readonly voice: Voice,
    private readonly promises: PromisesService,
  ) {}

  /** In the order of the rules. */
  async makeActions(context: RequestContext, looking: Looking, found: readonly RuleRows[]): Promise<FoundByRule[]> {
    const pairs = found
      .filter(({ rule }) => rule.type === 'chase' || rule.type === 'reminder')
      .flatMap(({ rule, rows }) => rows.flatMap(pairsOf).map((pair) => ({ pair, countsAgents: countsAgents(rule) })));
    const promised = await this.promises.findOpen(
      context,
      pairs.map(({ pair }) => pair),
    );
    const promises = new Set(promised.map(taskAndPersonKey));
    const hasPromised = (pair: TaskAndPerson) => promises.has(taskAndPersonKey(pair));
    const { moment, scope } = looking;
    const { activeHours } = scope.settings.chase;
    const [own, all] = await Promise.all(
      [false, true].map(async (counts): Promise<Peace> => {
        const asked = pairs.filter((one) => one.countsAgents === counts).map(({ pair }) => pair);
        const options = { moment, activeHours, countsAgents: counts };
        return { hasPromised, isActive: await this.voice.findActive(context, asked, options) };
      }),
    );
    return found.map((rows) => told(rows, looking, (countsAgents(rows.rule) ? all : own) as Peace));
  }
}

/** The task and its blockers, with the person who is asked. */
function pairsOf({ taskId, userId, blockers, isRepeated, isMuted }: FoundRow): TaskAndPerson[] {
  if (taskId === null || userId === null || isRepeated || isMuted) return [];
  return [taskId, ...(blockers ?? []).map(({ id }) => id)].map((id) => ({ taskId: id, personId: userId }));
}

function told({ rule, rows, unlooked }: RuleRows, looking: Looking, peace: Peace): FoundByRule {
  const { scope } = looking;
  const threshold = rule.threshold?.(scope.settings);
  const given = { ...(rule.filter && { filter: rule.filter }), ...(threshold && { threshold }) };
  const { type, name, key = name } = rule;
  const actions = rows.flatMap((row): FoundAction[] => {
    const { subjectId, taskId, tid, userId, projectIds, priority, overdueHours, lists, measure } = row;
    if (subjectId === null) return [];
    const { held, blockers } = heldReason(row, rule, looking, peace);
    const line = lineOf(row, rule, looking, blockers);
    const asked = userId === null ? null : tid;
    return [
      {
        type,
        rule: name,
        key,
        subjectId,
        taskId,
        tid,
        userId,
        projectIds,
        priority,
        overdueHours,
        measure,
        held,
        message: textOf(line),
        lines: [line],
        answerTid: asked !== null && row.situation === BLOCKER ? (blockers[0]?.tid ?? asked) : asked,
        lists,
        isNews: rule.news !== undefined,
        isToLeads: userId !== null && (rule.toLeads === true || (rule.toLeads ?? []).includes(row.situation)),
        why: { ...row.why, ...given },
      },
    ];
  });
  const [first] = rows;
  const left = Math.max(0, (first?.subjects ?? 0) + unlooked - MOST_SUBJECTS);
  return { actions, repeats: first?.repeats ?? 0, left };
}

/** The situation of people whose tasks block others. */
const BLOCKER = 'blocker';

type Blockers = readonly { readonly id: string; readonly tid: string }[];

/** Why an action is held, without a look at other actions, and the blockers that it still asks about. */
function heldReason(
  { isRepeated, isMuted, taskId, userId, blockers, situation }: FoundRow,
  { type }: Rule,
  { people: { deaf } }: Looking,
  { hasPromised, isActive }: Peace,
): { held: HeldReason | null; blockers: Blockers } {
  const all: Blockers = blockers ?? [];
  if (isRepeated) return { held: 'repeat', blockers: all };
  if (isMuted || (userId !== null && deaf.has(userId))) return { held: 'muted', blockers: all };
  if ((type !== 'chase' && type !== 'reminder') || taskId === null || userId === null)
    return { held: null, blockers: all };
  const pairOf = (id: string) => ({ taskId: id, personId: userId });
  if (hasPromised(pairOf(taskId))) return { held: 'promised', blockers: all };
  const unpromised = situation === BLOCKER ? all.filter(({ id }) => !hasPromised(pairOf(id))) : all;
  if (situation === BLOCKER && unpromised.length === 0) return { held: 'promised', blockers: all };
  const left = situation === BLOCKER ? unpromised.filter(({ id }) => !isActive(pairOf(id))) : unpromised;
  if (isActive(pairOf(taskId)) || (situation === BLOCKER && left.length === 0))
    return { held: 'active', blockers: all };
  return { held: null, blockers: left };
}

/** The sentence. It names the absence of the person whom it is for. */
function lineOf(row: FoundRow, rule: Rule, { moment, people, scope }: Looking, blockers: Blockers): Piece[] {
  const { settings, zone, isForCustomer } = scope;
  const sentences = rule.sentences[row.situation] as Tones;
  const sentence = sentences[settings.tone];
  const known: Named = {
    tid: row.tid,
    texts: { ...withoutNulls(row.texts, ''), ...(blockers.length === 0 && { blockers: 'another task' }) },
    tids: {
      ...withoutNulls<readonly string[]>(row.tids, []),
      ...(blockers.length > 0 && { blockers: blockers.map(({ tid }) => tid) }),
    },
    moments: row.moments,
    names: withoutNulls<readonly string[]>(row.names, []),
  };
  const hour = { moment, zone };
  const words = withNames(known.texts['words'] ?? '');
  const withWords = (said: string): Named => ({ ...known, texts: { ...known.texts, words: said } });
  const named = words ? withWords(quoted(words, spoken(sentence, withWords(''), hour))) : known;
  const line = spokenBriefly(sentence, named, hour);
  const away = row.userId === null ? undefined : people.away.get(row.userId);
  if (!away || isForCustomer || !namesAbsences(rule.type) || textOf(line).includes(away.absence)) return line;
  const absence = ` For ${away.name} ${away.absence}.`;
  return [...spokenBriefly(sentence, named, hour, MOST_CHARACTERS - absence.length), absence];
}

function withoutNulls<T>(values: Readonly<Record<string, T | null>>, instead: T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? instead]));
}
