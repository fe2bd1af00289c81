import type { Sprint } from './model.ts';

const ORDER: Record<string, number> = { active: 0, planned: 1 };

/** Whether a sprint is planned or active. */
export const isOpen = ({ status }: Pick<Sprint, 'status'>): boolean => status in ORDER;

/** The active sprint, then the planned ones by their start. */
export function openSprints(sprints: readonly Sprint[]): Sprint[] {
  const begin = ({ startDate, createdAt }: Sprint) => startDate ?? createdAt;
  return sprints
    .filter(isOpen)
    .sort(
      (one, other) => (ORDER[one.status] ?? 0) - (ORDER[other.status] ?? 0) || begin(one).localeCompare(begin(other)),
    );
}
