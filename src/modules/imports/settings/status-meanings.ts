import { folded, isSameText } from '#common/text/folded.js';
import { DONE } from '#schema/lanes.js';
import type { ImportMapping } from '../import-input.dto.js';
import type { Category, TaskRecord } from '../readers/records.js';
import { categoryOf, meansOpen } from '../readers/words.js';

/** What a status becomes. */
export interface MeantStatus {
  readonly lane: string;
  readonly isNotDone: boolean;
}

/** A status as the file has it. */
export type GivenStatus = { readonly status: string } & Pick<TaskRecord, 'category' | 'statusIs'>;

/** What statuses of a file become: by choice, else the first that fits. */
export class StatusMeanings {
  constructor(
    private readonly chosen: NonNullable<ImportMapping['statuses']>,
    private readonly lanes: readonly string[],
    /** All of them are statuses of this very service. */
    private readonly areOurs: boolean,
  ) {}

  /** Lanes that a start makes, in the order of the mapping. */
  get newLanes(): string[] {
    return newLanesOf(this.chosen, this.lanes);
  }

  isLane(name: string): boolean {
    return findLane(this.lanes, name) !== undefined;
  }

  isChosen(status: string): boolean {
    return Object.hasOwn(this.chosen, status);
  }

  of({ status, category = 'todo', statusIs }: GivenStatus): MeantStatus {
    const choice = this.isChosen(status) ? this.chosen[status] : undefined;
    if (choice !== undefined) {
      const name = nameOf(choice);
      return { lane: findLane(this.lanes, name) ?? name, isNotDone: false };
    }
    const named = this.laneLike(status);
    const isNotDone = category === 'cancelled';
    if (this.areOurs || statusIs === 'ours')
      return isNotDone ? { lane: DONE, isNotDone } : { lane: named ?? status, isNotDone };
    if (isNotDone || category === 'done') return { lane: this.endOf(named), isNotDone };
    // A lane called Done is none of what the file says is open.
    if (named !== undefined && !(statusIs === 'stated' && named === DONE)) return { lane: named, isNotDone };
    return { lane: statusIs === 'stated' ? this.laneOf(category) : status, isNotDone };
  }

  /** What is finished is Done, unless a lane of its name says more than that it is open. */
  private endOf(named: string | undefined): string {
    return named !== undefined && !meansOpen(named) ? named : (findLane(this.lanes, DONE) ?? DONE);
  }

  /** Without case, spaces, `_` and `-`. */
  private laneLike(name: string): string | undefined {
    return findLane(this.lanes, name) ?? this.lanes.find((lane) => looseName(lane) === looseName(name));
  }

  private laneOf(category: Category): string {
    const usual = category === 'started' ? ['In Progress', 'Doing'] : ['To Do', 'Backlog'];
    const lane = usual.map((name) => findLane(this.lanes, name)).find((found) => found !== undefined);
    const open = this.lanes.filter((name) => name !== DONE && categoryOf(name) !== 'done');
    return lane ?? (category === 'started' ? open[1] : open[0]) ?? open[0] ?? DONE;
  }
}

/** Lanes that a mapping makes, and that are not there. */
export function newLanesOf(chosen: NonNullable<ImportMapping['statuses']>, lanes: readonly string[]): string[] {
  const names = Object.values(chosen).flatMap((choice) => (typeof choice === 'string' ? [] : [choice.lane.trim()]));
  const unique = new Map(names.map((name) => [folded(name), name]));
  return [...unique.values()].filter((name) => findLane(lanes, name) === undefined);
}

/** The text that a status becomes by choice. */
export function nameOf(choice: string | { readonly lane: string }): string {
  return typeof choice === 'string' ? choice : choice.lane.trim();
}

export function findLane(lanes: readonly string[], name: string): string | undefined {
  return lanes.find((lane) => isSameText(lane, name));
}

function looseName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
