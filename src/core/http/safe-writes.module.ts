import { Global, Module } from '@nestjs/common';
import { EntityTags } from './entity-tags.js';
import { Idempotency } from './idempotency.js';
import { LongAnswers } from './long-answers.js';
import { StoredResponseCleanupTask } from './stored-response-cleanup.task.js';
import { StoredResponses } from './stored-responses.js';
import { PathNames } from './path-names.js';
import { ReadBackFields } from './read-back-fields.js';
import { RequestInput } from './request-input.js';
import { UndeclaredInput } from './undeclared-input.js';

/**
 * Idempotency-Key, If-Match and a careful look at the input make writes safe. `RequestInterceptor`, which stands in
 * app.module.ts, calls them for every request.
 */
@Global()
@Module({
  providers: [
    EntityTags,
    Idempotency,
    LongAnswers,
    PathNames,
    ReadBackFields,
    RequestInput,
    StoredResponseCleanupTask,
    StoredResponses,
    UndeclaredInput,
  ],
  exports: [EntityTags, Idempotency, LongAnswers, RequestInput, StoredResponses],
})
export class SafeWritesModule {}
