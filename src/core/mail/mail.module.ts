import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** Not global: global modules, the database among them, are closed after all others, and pending mail needs it. */
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
