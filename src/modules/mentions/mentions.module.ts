import { Module } from '@nestjs/common';
import { Mentions } from './mentions.service.js';
import { MentionedPeopleRepository } from './mentioned-people.repository.js';

/** Whom texts name. */
@Module({ providers: [MentionedPeopleRepository, Mentions], exports: [Mentions] })
export class MentionsModule {}
