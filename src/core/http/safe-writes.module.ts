import { Global, Module } from '@nestjs/common';
import { EntityTags } from './entity-tags.js';
import { KeptAnswerCleanupTask } from './kept-answer-cleanup.task.js';
import { KeptAnswers } from './kept-answers.js';
import { PathNames } from './path-names.js';

/** Idempotency-Key and If-Match, which make writes safe (extensions 3). The interceptors stand in app.module.ts. */
@Global()
@Module({
  providers: [EntityTags, KeptAnswers, KeptAnswerCleanupTask, PathNames],
  exports: [EntityTags, KeptAnswers, PathNames],
})
export class SafeWritesModule {}
