import type { Role } from '../../lib/model.ts';
import { usersQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { settings } from '../../lib/texts/settings.texts.ts';

const ROLES = Object.entries(settings.roles).map(([value, label]) => ({ value, label }));

export const refreshPeople = () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });

/** Only an OWNER gives OWNER or changes one. */
export const rolesFor = (role: Role | undefined) => ROLES.filter(({ value }) => role === 'OWNER' || value !== 'OWNER');
