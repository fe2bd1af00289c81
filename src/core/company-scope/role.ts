/** User roles (decisions 4), the least first. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;

export type Role = (typeof ROLES)[number];
