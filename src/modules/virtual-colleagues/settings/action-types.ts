export const ACTION_TYPES = ['chase', 'reminder', 'escalation', 'report'] as const;

export type ActionType = (typeof ACTION_TYPES)[number];
