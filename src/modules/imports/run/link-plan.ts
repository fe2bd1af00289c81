import type { Tally } from '../import-report.js';
import { type PlannedRelation, RelationPlan } from './relation-plan.js';
import type { Survey, SurveyedTask } from './survey.js';

/** What a task of the file is linked with: keys of other tasks, of the file or imported before. */
export interface PlannedLinks {
  readonly externalId: string;
  readonly row: number;
  readonly parent: string | undefined;
  readonly blockedBy: readonly string[];
  readonly relations: readonly PlannedRelation[];
}

/** A task that has more keeps them. */
const MOST_BLOCKERS = 200;

/** What a task of the file says of another one. */
interface Said {
  readonly row: number;
  readonly externalId: string;
  /** As the file names the other one. */
  readonly name: string;
}

/**
 * The links between the tasks of a file, decided before any is written: what is not there is said, and what would close
 * a circle is left out. `isKnown` says of other keys whether an earlier import has brought them. It takes a time in proportion to
 * the number of links.
 */
export class LinkPlan {
  readonly links: PlannedLinks[] = [];
  private readonly parents = new Map<string, Said & { readonly key: string }>();
  private readonly blockers = new Map<string, Map<string, Said>>();

  constructor(
    private readonly survey: Survey,
    private readonly isKnown: (key: string) => boolean,
    private readonly tally: Tally,
  ) {
    for (const task of survey.tasks.values()) this.addParent(task);
    this.cutCirclesOfParents();
    for (const task of survey.tasks.values()) this.addBlockers(task);
    this.cutCirclesOfBlockers();
    const all = new RelationPlan(survey, {
      find: (name) => this.find(name),
      miss: ({ row, externalId }, field, name) => this.miss(row, externalId, field, name),
      refuse: ({ row, externalId }, field, message) => this.refuse(row, externalId, field, message),
    });
    for (const { externalId, row } of survey.tasks.values()) {
      const parent = this.parents.get(externalId)?.key;
      const blockedBy = [...(this.blockers.get(externalId)?.keys() ?? [])];
      const relations = all.of(externalId);
      if (parent !== undefined || blockedBy.length > 0 || relations.length > 0)
        this.links.push({ externalId, row, parent, blockedBy, relations });
    }
  }

  /** Keys that links name and that are not in the file. */
  static outside(survey: Survey): string[] {
    const outside = new Set<string>();
    const note = (name: string) => {
      if (survey.resolve(name) === undefined) outside.add(name);
    };
    for (const { parent, blockedBy, blocks, links } of survey.tasks.values()) {
      if (parent) note(parent);
      for (const names of [blockedBy, blocks, links.map(({ key }) => key)]) names.forEach(note);
    }
    return [...outside];
  }

  private addParent({ externalId, row, parent }: SurveyedTask): void {
    if (!parent) return;
    const key = this.find(parent);
    if (key === undefined) {
      this.miss(row, externalId, 'parent', parent);
      return;
    }
    if (this.survey.epics.has(key) && !this.survey.tasks.has(key)) return;
    this.parents.set(externalId, { row, externalId, name: parent, key });
  }

  /** Of a circle, the link goes that the file has last. */
  private cutCirclesOfParents(): void {
    const seenFrom = new Map<string, string>();
    for (const start of [...this.parents.keys()]) {
      const path: string[] = [];
      let at: string | undefined = start;
      for (; at !== undefined && !seenFrom.has(at); at = this.parents.get(at)?.key) {
        seenFrom.set(at, start);
        path.push(at);
      }
      if (at === undefined || seenFrom.get(at) !== start) continue;
      const circle = path.slice(path.indexOf(at)).flatMap((key) => this.parents.get(key) ?? []);
      const last = circle.reduce((one, other) => (this.placeOf(other) > this.placeOf(one) ? other : one));
      this.parents.delete(last.externalId);
      const message = `${last.name} is below the task itself, and cannot be its parent`;
      this.say(last.row, last.externalId, 'parent', message);
    }
  }

  private placeOf({ externalId }: Said): number {
    return this.survey.tasks.get(externalId)?.index ?? 0;
  }

  private addBlockers({ externalId, row, blockedBy, blocks }: SurveyedTask): void {
    for (const name of blockedBy) this.addBlocker({ row, externalId, name }, (key) => [externalId, key]);
    for (const name of blocks) this.addBlocker({ row, externalId, name }, (key) => [key, externalId]);
  }

  private addBlocker(said: Said, ends: (key: string) => [string, string]): void {
    const { row, externalId, name } = said;
    const key = this.find(name);
    if (key === undefined || this.survey.epics.has(key)) {
      this.miss(row, externalId, 'blockers', name);
      return;
    }
    const [waiting, blocker] = ends(key);
    const known = this.blockers.get(waiting) ?? new Map<string, Said>();
    if (known.has(blocker)) return;
    if (known.size >= MOST_BLOCKERS) {
      this.refuse(row, externalId, 'blockers', `A task has at most ${MOST_BLOCKERS} blockers`);
      return;
    }
    this.blockers.set(waiting, known.set(blocker, said));
  }

  /** Goes along the links from each task: one that leads back to a task on the way goes. */
  private cutCirclesOfBlockers(): void {
    const isDone = new Map<string, boolean>();
    for (const start of this.blockers.keys()) {
      if (isDone.has(start)) continue;
      const way = [this.stepFrom(start, isDone)];
      for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
        const next = step.blockers.next();
        if (next.done) {
          isDone.set(step.task, true);
          way.pop();
          continue;
        }
        const [blocker, said] = next.value;
        if (isDone.get(blocker) === false) this.cut(step.task, blocker, said);
        else if (!isDone.has(blocker)) way.push(this.stepFrom(blocker, isDone));
      }
    }
  }

  private stepFrom(task: string, isDone: Map<string, boolean>) {
    isDone.set(task, false);
    return { task, blockers: (this.blockers.get(task) ?? new Map<string, Said>()).entries() };
  }

  private cut(waiting: string, blocker: string, { row, externalId, name }: Said): void {
    this.blockers.get(waiting)?.delete(blocker);
    this.refuse(row, externalId, 'blockers', `${externalId} and ${name} would wait for each other`);
  }

  private find(name: string): string | undefined {
    return this.survey.resolve(name) ?? (this.isKnown(name) ? name : undefined);
  }

  private miss(row: number, externalId: string, field: string, name: string): void {
    this.tally.count('links', 'skipped');
    this.say(row, externalId, field, `${name} is outside the file, and was not imported before`);
  }

  private refuse(row: number, externalId: string, field: string, message: string): void {
    this.tally.count('links', 'skipped');
    this.say(row, externalId, field, message);
  }

  private say(row: number, externalId: string, field: string, message: string): void {
    this.tally.problem({ row, externalId, field, message });
  }
}
