import { Module } from '@nestjs/common';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { Mentions } from './mentions.service.js';

/** Whom texts name. */
@Module({ imports: [ProjectsModule], providers: [Mentions], exports: [Mentions] })
export class MentionsModule {}
