import { Module } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { Partitions } from '#core/partitions/partitions.js';
import { UserErasure } from '#modules/users/user-erasure.service.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ApiKeyUsageRepository } from './api-key-usage.repository.js';
import { ApiKeyUsageLog } from './api-key-usage-log.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(ApiKey), UsersModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService, ApiKeyUsageLog, ApiKeyUsageRepository],
  exports: [ApiKeysService],
})
export class ApiKeysModule {
  /** What a key was used for, one by one: its counts are kept for ever. */
  constructor(
    partitions: Partitions,
    { eventRetentionDays: keepDays }: Configuration,
    erasure: UserErasure,
    apiKeys: ApiKeysService,
  ) {
    partitions.register({ name: 'api_key_requests', span: 'day', keepDays });
    erasure.beforeErase((tx, { id }) => apiKeys.deleteAllOfUser(tx, id));
  }
}
