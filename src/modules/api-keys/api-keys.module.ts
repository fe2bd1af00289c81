import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { ApiKeyUsageRepository } from './api-key-usage.repository.js';
import { ApiKeyUsageLog } from './api-key-usage-log.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { ApiKeysRepository } from './api-keys.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(ApiKey)],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeysService, ApiKeyUsageLog, ApiKeyUsageRepository],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
