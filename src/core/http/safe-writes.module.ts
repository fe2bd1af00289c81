import { Global, Module } from '@nestjs/common';
import { EntityTags } from './entity-tags.js';
import { StoredResponseCleanupTask } from './stored-response-cleanup.task.js';
import { StoredResponses } from './stored-responses.js';
import { PathNames } from './path-names.js';
import { ReadBackFields } from './read-back-fields.js';
import { UndeclaredInput } from './undeclared-input.js';

/** Idempotency-Key, If-Match and a careful look at the input make writes safe. The interceptors stand in app.module.ts. */
@Global()
@Module({
  providers: [EntityTags, StoredResponses, StoredResponseCleanupTask, PathNames, ReadBackFields, UndeclaredInput],
  exports: [EntityTags, StoredResponses, PathNames, ReadBackFields, UndeclaredInput],
})
export class SafeWritesModule {}
