import { isSameText } from '#common/text/folded.js';
import { Inject, Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf, shortened } from '#core/events/changes.js';
import { audited, type Change, type Changes, unannounced } from '#core/events/domain-event.js';
import { Hooks } from '#core/hooks/hooks.js';
import { DeclaresPathName, type PathName } from '#core/http/path-name.hooks.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { BeforeProjectRemoval } from '#modules/projects/project.hooks.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { hasOptions, type FieldOption } from '#schema/fields.js';
import { CreateField, FieldResponse, FieldsQuery, toFieldResponse, UpdateField } from './field.dto.js';
import type { Field } from './field.entity.js';
import { FieldCatalogue } from './field-catalogue.service.js';
import { ReservesFieldKeys } from './field.hooks.js';
import { FIELD_KEY, freeKey, keyFrom } from './field-keys.js';
import { meantOptions, missingOptions, withKeptOptions } from './field-options.js';
import { FieldsRepository } from './fields.repository.js';

/** Fields of a company that are not archived, and all that are not deleted. */
const TAKEN = 'A field of that name already exists';
const MOST_LIVE = 100;
const MOST = 400;

/** Fields of one's own. Like lanes they have no events. */
@Injectable()
export class FieldsService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly rows: FieldsRepository,
    private readonly catalogue: FieldCatalogue,
    private readonly companies: CompaniesService,
    private readonly access: ProjectAccess,
    private readonly callerCheck: CallerCheck,
  ) {}

  @DeclaresPathName()
  pathName(): PathName {
    return { resource: 'fields', pattern: FIELD_KEY, findId: (context, key) => this.rows.findIdByKey(context, key) };
  }

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [
      {
        table: 'fields',
        columns: {
          name: { type: 'text', hand: 'typed' },
          description: { type: 'text', hand: 'typed' },
          options: { type: 'jsonb', hand: 'typed' },
        },
      },
    ];
  }

  async findAll(context: RequestContext, { projectId, ...query }: FieldsQuery): Promise<List<FieldResponse>> {
    const definitions = await this.catalogue.findAll(context);
    const isReached = await this.reach(
      context,
      definitions.flatMap(({ projectIds }) => projectIds ?? []),
    );
    // What is out of reach says nothing of the fields that it has.
    const asked = projectId && { projectId: projectId.filter(isReached) };
    return this.rows.findPage(context, { ...query, ...asked }, (field) => toFieldResponse(field, isReached));
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<FieldResponse> {
    return this.shown(context, found(await this.rows.findOne(context, id)));
  }

  /** @throws ConflictError past the limits, and when the name or key is taken */
  create(context: RequestContext, input: CreateField): Promise<FieldResponse> {
    return this.commit(context, async (tx) => {
      await this.companies.lockCompany(tx);
      return this.makeField(tx, input);
    });
  }

  /** As `create`, in a transaction that has locked the company. `archived` and moments are those of one that was elsewhere, and so is the key that it gets where that is free. */
  async makeField(
    tx: TransactionContext,
    input: CreateField,
    {
      wantedKey,
      ...elsewhere
    }: Partial<Pick<Field, 'archived' | 'createdAt' | 'updatedAt'>> & { readonly wantedKey?: string } = {},
  ): Promise<Change<FieldResponse>> {
    const { name, type, description = null, projectIds = null, position = MOST } = input;
    const options = meantOptions([], this.allowedOptions(type, input.options));
    if (projectIds) await this.access.ensureReachable(tx, projectIds);
    const { all } = await this.ensureRoom(tx, elsewhere.archived === true);
    if (all >= MOST) throw new ConflictError(`A company has at most ${MOST} fields`);
    await this.ensureFree(tx, name);
    const key =
      wantedKey === undefined ? await this.keyOf(tx, input) : freeKey(wantedKey, await this.rows.findKeys(tx));
    const values = { key, name, type, description, options: withKeptOptions(options, []), projectIds, ...elsewhere };
    const id = await this.rows.insertField(tx, { ...values, position: Math.min(position, all) });
    await this.catalogue.announceFields(tx);
    const field = found(await this.rows.findOne(tx, id));
    const changes = { ...beginning(auditedOf(field)), ...optionsChange([], field.options) };
    return audited(unannounced(await this.shown(tx, field)), {
      action: 'field.created',
      target: targetOf(field),
      changes,
    });
  }

  /** @throws NotFoundError; ConflictError when the name is taken, and past the limit */
  update(context: RequestContext, id: string, input: UpdateField): Promise<FieldResponse> {
    return this.commit(context, async (tx) => {
      await this.companies.lockCompany(tx);
      const before = await this.lock(tx, id);
      if (input.projectIds) await this.access.ensureReachable(tx, input.projectIds);
      const options = await this.changedOptions(tx, before, input);
      const { all } =
        before.archived && input.archived === false
          ? await this.ensureRoom(tx, false)
          : await this.rows.countFields(tx);
      const position = Math.min(input.position ?? before.position, all - 1);
      const after = { ...before, ...input, options, position };
      const changes = { ...changesBetween(before, after), ...optionsChange(before.options, options) };
      if (Object.keys(changes).length === 0) return unannounced(await this.shown(tx, before));
      if (!isSameText(after.name, before.name)) await this.ensureFree(tx, after.name);
      await this.rows.update(tx, before, after);
      await this.catalogue.announceFields(tx);
      const field = found(await this.rows.findOne(tx, id));
      return audited(unannounced(await this.shown(tx, field)), {
        action: 'field.changed',
        target: targetOf(field),
        changes,
      });
    });
  }

  /** It is gone at once; its values are taken out afterwards. @throws NotFoundError */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      await this.companies.lockCompany(tx);
      const field = await this.lock(tx, id);
      await this.rows.remove(tx, field);
      await this.catalogue.announceFields(tx);
      return audited(unannounced(undefined), { action: 'field.deleted', target: targetOf(field) });
    });
  }

  @BeforeProjectRemoval()
  async forgetProject(tx: TransactionContext, projectId: string): Promise<void> {
    if ((await this.rows.forgetProject(tx, projectId)) > 0) await this.catalogue.announceFields(tx);
  }

  /** The index knows no names that were alike before it was there. */
  private async ensureFree(tx: TransactionContext, wanted: string): Promise<void> {
    const fields = await this.rows.findDefinitions(tx);
    if (fields.some(({ name }) => isSameText(name, wanted))) throw new ConflictError(TAKEN);
  }

  private async lock(tx: TransactionContext, id: string): Promise<Field> {
    const field = found(await this.rows.findOneForUpdate(tx, id));
    tx.precondition?.see(toFieldResponse(field, () => true));
    return field;
  }

  private allowedOptions(type: Field['type'], options: CreateField['options']): NonNullable<CreateField['options']> {
    if (hasOptions(type) && !options) throw new ValidationError({ options: 'Required' });
    if (!hasOptions(type) && options) throw new ValidationError({ options: `A field of type ${type} has no options` });
    return options ?? [];
  }

  private async changedOptions(
    tx: TransactionContext,
    before: Field,
    { options }: UpdateField,
  ): Promise<FieldOption[]> {
    if (!options) return before.options;
    const meant = meantOptions(before.options, this.allowedOptions(before.type, options));
    const missing = missingOptions(before.options, meant);
    const used = await this.rows.findUsed(tx, before, missing);
    return withKeptOptions(
      meant,
      missing.filter(({ id }) => used.has(id)),
    );
  }

  private async ensureRoom(tx: TransactionContext, isArchived: boolean) {
    const counts = await this.rows.countFields(tx);
    if (!isArchived && counts.live >= MOST_LIVE) {
      throw new ConflictError(`A company has at most ${MOST_LIVE} fields that are not archived`);
    }
    return counts;
  }

  private async keyOf(tx: TransactionContext, { key, name }: CreateField): Promise<string> {
    const reserved = this.reserved;
    if (key !== undefined && reserved.has(key)) throw new ValidationError({ key: 'Is a word of the filter language' });
    return key ?? freeKey(keyFrom(name, reserved), await this.rows.findKeys(tx));
  }

  private get reserved(): Set<string> {
    return new Set(this.hooks.declarations(ReservesFieldKeys).flat());
  }

  private async shown(context: RequestContext, field: Field): Promise<FieldResponse> {
    return toFieldResponse(field, await this.reach(context, field.projectIds ?? []));
  }

  private async reach(context: RequestContext, projectIds: readonly string[]): Promise<(id: string) => boolean> {
    if (projectIds.length === 0) return () => false;
    const reached = new Set(await this.access.findReachedOf(context, [...new Set(projectIds)]));
    return (id) => reached.has(id);
  }

  private async commit(
    context: RequestContext,
    work: (tx: TransactionContext) => Promise<Change<FieldResponse>>,
  ): Promise<FieldResponse> {
    try {
      return await this.callerCheck.commit(context, work);
    } catch (error) {
      if (isUniqueViolation(error, 'fields_name')) throw new ConflictError(TAKEN);
      if (isUniqueViolation(error, 'fields_key')) throw new ConflictError('The key is taken, by a deleted field too');
      throw error;
    }
  }
}

function found(field: Field | undefined): Field {
  if (!field) throw new NotFoundError('Field');
  return field;
}

const targetOf = ({ id, name }: Field) => ({ type: 'field', id, name });

/** What an audit entry shows of a field. */
function auditedOf(field: Field) {
  const { key, name, type, description, projectIds, archived, position } = field;
  return { key, name, type, description, projectIds, archived, position };
}

function changesBetween(before: Field, after: Field) {
  const { projectIds: from, ...others } = auditedOf(before);
  const { projectIds: to, ...changed } = auditedOf(after);
  const changes = changesOf(others, changed);
  return JSON.stringify(from) === JSON.stringify(to) ? changes : { ...changes, projectIds: { from, to } };
}

/** Names of options; a change of their colors or archiving shows them, too. */
function optionsChange(before: readonly FieldOption[], after: readonly FieldOption[]): Changes {
  if (JSON.stringify(before) === JSON.stringify(after)) return {};
  const shown = (options: readonly FieldOption[]) =>
    shortened(options.map(({ name, archived }) => (archived ? `${name} (archived)` : name)).join(', '));
  return { options: { from: shown(before), to: shown(after) } };
}
