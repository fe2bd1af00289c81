import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { Mentions } from './mentions.service.js';

/** Whom texts name (inbox 1). */
@Module({ imports: [ProjectsModule], providers: [Mentions], exports: [Mentions] })
export class MentionsModule {}
