import type { Configuration } from '#config/configuration.js';
import { RepeatedTask } from './repeated-task.js';

class Task extends RepeatedTask {
  readonly gates: PromiseWithResolvers<undefined>[] = [];
  sawStop = false;

  constructor() {
    super({ processRoles: new Set(['worker']) } as unknown as Configuration, { role: 'worker', complaint: 'Not now' });
  }

  run(): Promise<void> {
    return this.alone(async () => {
      const gate = Promise.withResolvers<undefined>();
      this.gates.push(gate);
      await gate.promise;
      this.sawStop = this.isStopping;
    });
  }
}

describe('RepeatedTask', () => {
  it('is never done twice at once, and again afterwards', async () => {
    const task = new Task();
    const first = task.run();
    await task.run();
    expect(task.gates).toHaveLength(1);
    task.gates[0]!.resolve(undefined);
    await first;
    void task.run();
    expect(task.gates).toHaveLength(2);
  });

  it('ends before the connections to the database do, and begins nothing more', async () => {
    const task = new Task();
    void task.run();
    task.onModuleDestroy();
    let isOver = false;
    const over = task.beforeApplicationShutdown().then(() => (isOver = true));
    await task.run();
    expect([isOver, task.gates.length]).toEqual([false, 1]);
    task.gates[0]!.resolve(undefined);
    await over;
    expect([isOver, task.sawStop]).toEqual([true, true]);
    await task.run();
    expect(task.gates).toHaveLength(1);
  });
});
