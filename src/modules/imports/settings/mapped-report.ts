import { ValidationError } from '#common/errors/app-error.js';
import type { FieldDefinition } from '#schema/fields.js';
import type { FieldChoice, ImportMapping } from '../import-input.dto.js';
import type { ImportReport, ReportedPerson } from '../import-report.js';
import { findLane, nameOf } from './status-meanings.js';

/**
 * Ensures that a mapping names nothing that the checked file does not have, and invites nobody without an address.
 *
 * @throws ValidationError
 */
export function ensureKnownNames(
  report: ImportReport | null,
  { people, statuses, priorities, fields }: ImportMapping,
): void {
  if (!report) return;
  const problems: Record<string, string> = {};
  for (const [name, choice] of Object.entries(people ?? {})) {
    const person = report.people.find((other) => isCalled(other, name));
    if (!person) problems[`mapping.people.${name}`] = 'The file names nobody so';
    else if (choice === 'invite' && person.email === null) {
      problems[`mapping.people.${name}`] = 'Cannot be invited: the file has no e-mail of theirs';
    }
  }
  for (const name of Object.keys(statuses ?? {})) {
    if (!report.statuses.some((status) => status.name === name))
      problems[`mapping.statuses.${name}`] = 'The file has no such status';
  }
  for (const name of Object.keys(priorities ?? {})) {
    if (!report.priorities.some((priority) => priority.name === name)) {
      problems[`mapping.priorities.${name}`] = 'The file has no such priority';
    }
  }
  for (const name of Object.keys(fields ?? {})) {
    const column = report.fields.find((field) => field.name === name);
    if (!column) problems[`mapping.fields.${name}`] = 'The file has no such column';
    else if (column.values > 0 && !column.proposed) problems[`mapping.fields.${name}`] = 'The column has a place here';
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

/** The report with what the mapping has chosen; lanes and fields are those of today. */
export function withMapping(
  report: ImportReport,
  { people = {}, statuses = {}, priorities = {}, fields = {} }: ImportMapping,
  lanes: readonly string[],
  ownFields: readonly FieldDefinition[],
): ImportReport {
  return {
    ...report,
    people: report.people.map((person) => {
      const chosen = choiceFor(people, person);
      return chosen === undefined ? person : { ...person, userId: chosen === 'invite' ? null : chosen };
    }),
    statuses: report.statuses.map((status) => {
      const chosen = Object.hasOwn(statuses, status.name) ? statuses[status.name] : undefined;
      const lane = chosen === undefined ? status.lane : nameOf(chosen);
      const known = findLane(lanes, lane);
      return { ...status, lane: known ?? lane, isLane: known !== undefined };
    }),
    priorities: report.priorities.map((row) => {
      const chosen = Object.hasOwn(priorities, row.name) ? priorities[row.name] : undefined;
      return { ...row, priority: chosen ?? row.priority };
    }),
    fields: report.fields.map((row) => {
      const chosen = Object.hasOwn(fields, row.name) ? fields[row.name] : undefined;
      return chosen === undefined ? row : { ...row, becomes: becomesOfChoice(chosen, ownFields) };
    }),
  };
}

function becomesOfChoice(choice: FieldChoice, ownFields: readonly FieldDefinition[]): string | null {
  if (choice === 'skip') return null;
  if (choice === 'description') return choice;
  if ('create' in choice) return choice.create.name;
  return ownFields.find(({ id }) => id === choice.field.toLowerCase())?.name ?? null;
}

/** What is chosen for somebody, by their id or their name there; undefined for nothing. */
export function choiceFor(
  people: Readonly<Record<string, string | null>>,
  { externalId, name }: Pick<ReportedPerson, 'externalId' | 'name'>,
): string | null | undefined {
  if (externalId !== null && Object.hasOwn(people, externalId)) return people[externalId];
  return Object.hasOwn(people, name) ? people[name] : undefined;
}

function isCalled({ externalId, name }: ReportedPerson, given: string): boolean {
  return externalId === given || name === given;
}
