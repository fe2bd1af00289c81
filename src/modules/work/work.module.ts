import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { TaskDelegates } from '../tasks/changes/task-delegates.service.js';
import { VirtualColleaguesModule } from '../virtual-colleagues/virtual-colleagues.module.js';
import { VirtualColleaguesService } from '../virtual-colleagues/virtual-colleagues.service.js';

/** Agents that take work: the binding document `agents`. */
@Module({ imports: [ApiKeysModule, TasksModule, VirtualColleaguesModule] })
export class WorkModule {
  constructor(colleagues: VirtualColleaguesService, apiKeys: ApiKeysService, delegates: TaskDelegates) {
    colleagues.beforeRemove((tx, id) => apiKeys.revokeAllOf(tx, id));
    colleagues.beforeRemove((tx, id) => delegates.release(tx, id));
  }
}
