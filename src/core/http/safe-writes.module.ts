import { Global, Module } from '@nestjs/common';
import { EntityTags } from './entity-tags.js';
import { KeptAnswerCleanupTask } from './kept-answer-cleanup.task.js';
import { KeptAnswers } from './kept-answers.js';
import { PathNames } from './path-names.js';

/** What makes writes safe to send again, and to send on what one has read (extensions 3). Its interceptors stand in app.module.ts. */
@Global()
@Module({
  providers: [EntityTags, KeptAnswers, KeptAnswerCleanupTask, PathNames],
  exports: [EntityTags, KeptAnswers, PathNames],
})
export class SafeWritesModule {}
