import { queryOptions } from '@tanstack/react-query';
import type { FieldResponse } from 'project-management-sdk';
import { client } from './api.ts';
import { queryClient, UNEVENTFUL } from './query-client.ts';

export type CustomField = FieldResponse;

/** Values of a task by the key of the field. */
export type CustomValues = Readonly<Record<string, unknown>>;

/** All fields of the company, archived ones too, by position. */
export const fieldsQuery = queryOptions({
  queryKey: ['fields'],
  queryFn: ({ signal }) => client.listFields({ query: { archived: true }, signal }),
  ...UNEVENTFUL,
});

/** `custom.<key>`, as views, sorts and groups name a field. */
export type OwnName = `custom.${string}`;

export const ownNameOf = ({ key }: Pick<CustomField, 'key'>): OwnName => `custom.${key}`;

export const isOwnName = (name: string | null | undefined): name is OwnName => name?.startsWith('custom.') ?? false;

/** The field of the name, as far as fields have been read. */
export const readField = (name: OwnName): CustomField | undefined =>
  queryClient.getQueryData(fieldsQuery.queryKey)?.find((field) => ownNameOf(field) === name);

/** Whether tasks of the project can have the field. */
export const isOfProject = ({ projectIds }: CustomField, projectId: string): boolean =>
  projectIds === null || projectIds.includes(projectId);
