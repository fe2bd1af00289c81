import type {
  EpicResponse,
  LabelResponse,
  ListedTaskResponse,
  ProjectResponse,
  SprintResponse,
  TaskDetailResponse,
  TaskResponse,
  UserResponse,
} from 'project-management-sdk';

export type Project = ProjectResponse;
export type Sprint = SprintResponse;
export type Epic = EpicResponse;
export type Label = LabelResponse;
export type User = UserResponse;
export type Task = TaskResponse &
  Partial<Pick<TaskDetailResponse, 'assignee' | 'delegate' | 'labels' | 'work' | 'promise' | 'code'>> &
  Pick<ListedTaskResponse, 'counts'>;
export type TaskDetail = TaskDetailResponse;
export type Priority = TaskResponse['priority'];
export type Role = UserResponse['role'];

export const PRIORITIES: readonly Priority[] = ['Urgent', 'High', 'Medium', 'Low', 'None'];
export const DONE = 'Done';

const RANKS: Record<Role, number> = { VIEWER: 0, MEMBER: 1, ADMIN: 2, OWNER: 3 };

/** Whether a role may do what `least` may. */
export const mayAs = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && RANKS[role] >= RANKS[least];

/** What is left of an open task: estimated less logged, never below 0. */
export function remainingHours({ status, estimatedHours, loggedHours }: Task): number {
  return status === DONE ? 0 : Math.max(0, (estimatedHours ?? 0) - (loggedHours ?? 0));
}

export const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => number | null | undefined): number =>
  Math.round(items.reduce((sum, item) => sum + (amount(item) ?? 0), 0) * 100) / 100;
