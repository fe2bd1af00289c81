import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#core/events/domain-event.js';
import { ImportedTaskLinks, type TaskLinks } from '#modules/tasks/imports/imported-task-links.service.js';
import { TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import type { ImportReference } from '../import-reference.entity.js';
import type { PlannedLinks } from './link-plan.js';
import { hashOf, ImportReferencesRepository } from '../import-references.repository.js';
import { RelationWriter } from './relation-writer.js';
import type { Batch } from './scope.js';

/** Sets parents, blockers and links, once all tasks are here. */
@Injectable()
export class LinkWriter {
  constructor(
    private readonly tasks: TaskImports,
    private readonly links: ImportedTaskLinks,
    private readonly references: ImportReferencesRepository,
    private readonly relations: RelationWriter,
  ) {}

  /** In a check new tasks are not there any more: then the links are counted alone. */
  async writeLinks(batch: Batch, planned: readonly PlannedLinks[]): Promise<DomainEvent[]> {
    const { tx, space, project, tally } = batch;
    const known = await this.references.findByExternalIds(tx, space, 'task', keysOf(planned));
    const ids = [...known.values()].map(({ thingId }) => thingId);
    const here = new Map((await this.tasks.lockExisting(tx, project.id, ids)).map((task) => [task.id, task]));
    const links: TaskLinks[] = [];
    const written: ImportReference[] = [];
    const blockers = await this.links.findBlockerIds(tx, [...here.keys()]);
    for (const plan of planned) {
      const reference = known.get(plan.externalId);
      const hashes = { parent: hashOf(plan.parent), blockers: hashOf([...plan.blockedBy].sort()) };
      const task = reference && here.get(reference.thingId);
      if (!task) {
        // Deleted here, or about to be made.
        tally.count('links', reference ? 'skipped' : 'created', plan.blockedBy.length);
        continue;
      }
      const idOf = (key: string | undefined) => {
        const id = key === undefined ? undefined : known.get(key)?.thingId;
        return id !== undefined && here.has(id) ? id : undefined;
      };
      const isSame = reference.written['blockers'] === hashes.blockers;
      const before = blockers.get(task.id) ?? [];
      const wanted = plan.blockedBy.map(idOf);
      const added = isSame ? [] : wanted.filter((id) => id !== undefined && !before.includes(id));
      // A blocker that is not here yet is made by the start.
      const isNew = (id: string | undefined) => id === undefined || added.includes(id);
      const created = isSame ? 0 : wanted.filter(isNew).length;
      tally.count('links', 'created', created);
      tally.count('links', 'unchanged', wanted.length - created);
      const parentId = reference.written['parent'] === hashes.parent ? undefined : idOf(plan.parent);
      const isMoved = parentId !== undefined && parentId !== task.parentId;
      if (isMoved || added.length > 0) {
        links.push({
          taskId: task.id,
          parentId: isMoved ? parentId : undefined,
          blockerIds: added.filter((id) => id !== undefined),
        });
      }
      written.push({ ...reference, written: { ...reference.written, ...hashes } });
    }
    await this.references.updateReferences(tx, written);
    const events = links.length > 0 ? (await this.links.linkTasks(tx, links)).events : [];
    const relations = planned.flatMap((plan) => plan.relations);
    const named = new Map([...known].map(([key, { thingId }]) => [key, thingId]));
    return [
      ...events,
      ...(await this.relations.writeRelations(batch, relations, { ids: named, here: new Set(here.keys()) })),
    ];
  }
}

/** The keys of all tasks that links name. */
function keysOf(planned: readonly PlannedLinks[]): string[] {
  const keys = planned.flatMap(({ externalId, parent, blockedBy, relations }) => [
    externalId,
    ...blockedBy,
    ...(parent ? [parent] : []),
    ...relations.flatMap(({ ends }) => ends),
  ]);
  return [...new Set(keys)];
}
