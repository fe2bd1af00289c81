/** User roles, the least first. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;

export type Role = (typeof ROLES)[number];
