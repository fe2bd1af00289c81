import { Module } from '@nestjs/common';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { Mentions } from './mentions.service.js';
import { MentionedPeopleRepository } from './mentioned-people.repository.js';

/** Whom texts name. */
@Module({ imports: [ProjectsModule], providers: [MentionedPeopleRepository, Mentions], exports: [Mentions] })
export class MentionsModule {}
