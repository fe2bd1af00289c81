import { Injectable } from '@nestjs/common';
import { addTo } from '#common/collections/add-to.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { type ImportedRelation, ImportedRelations } from '#modules/tasks/imports/imported-relations.service.js';
import { ImportedTaskLinks } from '#modules/tasks/imports/imported-task-links.service.js';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import { ImportReferencesRepository, type NewReference } from '../import-references.repository.js';
import type { PlannedRelation } from './relation-plan.js';
import type { Batch } from './scope.js';

/** The tasks that relations name. */
export interface NamedTasks {
  /** Ids by keys; in a check, tasks that are about to be made have none. */
  readonly ids: ReadonlyMap<string, string>;
  /** The ids of those that are not deleted, which are locked. */
  readonly here: ReadonlySet<string>;
}

/** A relation of two tasks that are here. */
interface Work extends PlannedRelation {
  readonly id: string;
  readonly taskIds: readonly [string, string];
}

/** Links tasks, once all of them are here. What came before, or was taken away here since, does not come again. */
@Injectable()
export class RelationWriter {
  constructor(
    private readonly tasks: TaskImports,
    private readonly relations: ImportedRelations,
    private readonly blockers: ImportedTaskLinks,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** Those between tasks of several projects of an archive. */
  async writeAcross(batch: Batch, relations: readonly PlannedRelation[]): Promise<DomainEvent[]> {
    const { tx, space } = batch;
    const keys = new Set(relations.flatMap(({ ends }) => ends));
    const ids = await this.references.findThings(tx, space, ['task'], [...keys]);
    const here = new Set((await this.tasks.lockAnywhere(tx, [...ids.values()])).map(({ id }) => id));
    return this.writeRelations(batch, relations, { ids, here });
  }

  async writeRelations(batch: Batch, relations: readonly PlannedRelation[], tasks: NamedTasks): Promise<DomainEvent[]> {
    const { tx, space, run, tally } = batch;
    const externalIds = relations.map(({ externalId }) => externalId);
    const before = await this.references.findByExternalIds(tx, space, 'link', externalIds);
    const works: Work[] = [];
    for (const relation of relations) {
      const [from, to] = relation.ends.map((key) => tasks.ids.get(key));
      const isGone = [from, to].some((id) => id !== undefined && !tasks.here.has(id));
      if (before.has(relation.externalId)) tally.count('links', 'unchanged');
      else if (isGone) tally.count('links', 'skipped');
      else if (from === undefined || to === undefined) tally.count('links', 'created');
      else works.push({ ...relation, id: uuidv7(), taskIds: [from, to] });
    }
    if (works.length === 0) return [];
    const linked = await this.link(tx, works);
    const blocked = await this.block(tx, works);
    const added = works.filter((work) => linked.added.has(work.id) || blocked.added.has(work.id));
    tally.count('links', 'created', added.length);
    tally.count('links', 'unchanged', works.length - added.length);
    await this.references.addReferences(tx, space, run.importId, added.map(referenceOf));
    return [...linked.events, ...blocked.events];
  }

  private async link(tx: TransactionContext, works: readonly Work[]) {
    const now = new Date().toISOString();
    const links = works.flatMap(({ id, type, taskIds, createdAt = now }): ImportedRelation[] =>
      type === 'blocks' ? [] : [{ id, type, ends: taskIds, createdAt }],
    );
    const { result, events } = await this.relations.addRelations(tx, links);
    return { added: result, events };
  }

  /** What would close a circle is left out. */
  private async block(tx: TransactionContext, works: readonly Work[]) {
    const blocks = works.filter(({ type }) => type === 'blocks');
    const wanted = new Map<string, string[]>();
    for (const { taskIds } of blocks) addTo(wanted, taskIds[0], taskIds[1]);
    const links = [...wanted].map(([taskId, blockerIds]) => ({ taskId, parentId: undefined, blockerIds }));
    if (links.length === 0) return { added: new Set<string>(), events: [] };
    const { result, events } = await this.blockers.linkTasks(tx, links);
    const pairs = new Set(result.flatMap((one) => one.blockerIds.map((blockerId) => `${one.taskId} ${blockerId}`)));
    const added = new Set(blocks.filter(({ taskIds }) => pairs.has(taskIds.join(' '))).map(({ id }) => id));
    return { added, events };
  }
}

function referenceOf({ externalId, id }: Work): NewReference {
  return { kind: 'link', externalId, thingId: id };
}
