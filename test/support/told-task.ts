/** A task as events have it: values of own fields are left out when there are none. */
export function toldTask<Task extends object>(task: Task): Task {
  const { custom, ...others } = task as Task & { custom?: object };
  return (custom && Object.keys(custom).length > 0 ? task : others) as Task;
}
