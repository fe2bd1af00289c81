import { Global, Module } from '@nestjs/common';
import { EntityTags } from './entity-tags.js';
import { StoredResponseCleanupTask } from './stored-response-cleanup.task.js';
import { StoredResponses } from './stored-responses.js';
import { PathNames } from './path-names.js';

/** Idempotency-Key and If-Match, which make writes safe. The interceptors stand in app.module.ts. */
@Global()
@Module({
  providers: [EntityTags, StoredResponses, StoredResponseCleanupTask, PathNames],
  exports: [EntityTags, StoredResponses, PathNames],
})
export class SafeWritesModule {}
