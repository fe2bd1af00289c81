import type { UpdateTask } from '../task-input.dto.js';

/** What a change may set: what clients write, and the rank, which only moves set. */
export type TaskSettings = UpdateTask & { rank?: string; mentions?: readonly string[] | null };
