import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { changesOf } from '#core/events/changes.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CreateSampleThing, SampleThingResponse, toSampleThingResponse, UpdateSampleThing } from './sample-thing.dto.js';
import { SampleThing } from './sample-thing.entity.js';

@Injectable()
export class SampleThingsService {
  constructor(
    @InjectCompanyScoped(SampleThing) private readonly rows: CompanyScopedRepository<SampleThing>,
    private readonly outbox: Outbox,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<SampleThingResponse>> {
    return this.rows.find(context, query, toSampleThingResponse);
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<SampleThingResponse> {
    return toSampleThingResponse(await this.rows.require(context, { id }, 'Sample thing'));
  }

  create(context: RequestContext, input: CreateSampleThing): Promise<SampleThingResponse> {
    const { name, description = null } = input;
    return this.outbox.commit(context, async (tx) => {
      const made = toSampleThingResponse(await this.rows.insert(tx, { name, description }));
      return changed(made, { name: 'sample_thing.created', projectId: null, data: made });
    });
  }

  update(context: RequestContext, id: string, input: UpdateSampleThing): Promise<SampleThingResponse> {
    return this.outbox.commit(context, async (tx) => {
      const before = await this.rows.requireForUpdate(tx, { id }, 'Sample thing');
      const changes = changesOf(before, input);
      if (Object.keys(changes).length === 0) return unannounced(toSampleThingResponse(before));
      const after = toSampleThingResponse(await this.rows.update(tx, before, input));
      return changed(after, { name: 'sample_thing.updated', projectId: null, data: { ...after, changes } });
    });
  }

  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const last = toSampleThingResponse(await this.rows.requireForUpdate(tx, { id }, 'Sample thing'));
      await this.rows.delete(tx, id);
      return changed(undefined, { name: 'sample_thing.deleted', projectId: null, data: last });
    });
  }
}
