import { Injectable } from '@nestjs/common';
import { storable, cut } from '#common/validation/storable.js';
import { type ImportedPromise, PromiseImports } from '#modules/promises/promise-imports.service.js';
import { LONGEST_WORDS } from '#modules/promises/promises.dto.js';
import type { PromiseRecord, TaskRecord } from '../readers/records.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import type { Batch } from './scope.js';

/** Brings what people promised of tasks before these came. */
@Injectable()
export class PromiseWriter {
  constructor(
    private readonly promises: PromiseImports,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** Of the tasks that this import has made, by people who are here: nobody else has given a word. */
  async writePromises(batch: Batch, records: readonly TaskRecord[]): Promise<void> {
    const promising = records.filter(({ promises = [] }) => promises.length > 0);
    if (promising.length === 0) return;
    const { tx, space, run } = batch;
    const keys = promising.map(({ externalId }) => externalId);
    const known = await this.references.findByExternalIds(tx, space, 'task', keys);
    const made = promising.flatMap(({ externalId, promises = [] }) => {
      const reference = known.get(externalId);
      if (reference?.importId !== run.importId) return [];
      return promises.flatMap((record) => promiseOf(batch, reference.thingId, record));
    });
    await this.promises.create(tx, made);
  }
}

function promiseOf({ run }: Batch, taskId: string, { person, words, ...record }: PromiseRecord): ImportedPromise[] {
  const user = run.meanings.userOf(person);
  if (!user) return [];
  return [{ taskId, personId: user.id, words: words === null ? null : cut(storable(words), LONGEST_WORDS), ...record }];
}
