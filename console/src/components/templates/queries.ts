import { queryOptions } from '@tanstack/react-query';
import type { TemplateResponse } from 'project-management-sdk';
import { client } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';

export type Template = TemplateResponse;

/** Those of the company and of the projects in reach, by name. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => client.listTemplates({ signal }),
  ...UNEVENTFUL,
});

export const refreshTemplates = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });

/** What a task of the project can be made from. */
export const templatesOf = (templates: readonly Template[], projectId: string): Template[] =>
  templates.filter((template) => template.projectId === null || template.projectId === projectId);
