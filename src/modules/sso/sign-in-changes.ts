import { Injectable } from '@nestjs/common';
import { Freshness } from '#modules/auth/freshness.js';
import { SecurityMails } from '#modules/auth/security-mails.js';

/** What changes of how someone signs in ask for and tell. */
@Injectable()
export class SignInChanges {
  constructor(
    readonly freshness: Freshness,
    readonly mails: SecurityMails,
  ) {}
}
