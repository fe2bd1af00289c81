import { Injectable } from '@nestjs/common';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { type AuditRecord, userTarget } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { RecoveryCodes } from '#core/access/factors/recovery-codes.js';
import { SecondFactors } from '#core/access/factors/second-factors.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import type {
  ConfirmTotp,
  TotpSetupResponse,
  RecoveryCodesResponse,
  RemoveTotp,
  RenewRecoveryCodes,
  SetUpTotp,
  TotpResponse,
} from './totp.dto.js';
import { Freshness } from './freshness.js';
import { SecurityMails } from './security-mails.js';

/** What authenticators show as the name of the service. */
const ISSUER = 'Project Management';

/** The authenticator of the caller. */
@Injectable()
export class TotpService {
  constructor(
    private readonly freshness: Freshness,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly credentials: UserCredentialsService,
    private readonly mails: SecurityMails,
    private readonly callerCheck: CallerCheck,
  ) {}

  async findOne(context: RequestContext): Promise<TotpResponse> {
    return { active: await this.factors.hasTotp(context, await this.getCaller(context)) };
  }

  async setUp(context: RequestContext, { password }: SetUpTotp): Promise<TotpSetupResponse> {
    const user = await this.freshness.requireCaller(context, password);
    return this.commit(context, async (tx) => {
      if (await this.factors.hasTotp(tx, user)) throw alreadyActive();
      const secret = await this.factors.begin(tx, user.id);
      return { secret, uri: uriOf(user, secret) };
    });
  }

  async confirmTotp(context: RequestContext, { code, endOthers }: ConfirmTotp): Promise<RecoveryCodesResponse> {
    const user = await this.getCaller(context);
    if (await this.factors.hasTotp(context, user)) throw alreadyActive();
    if (!(await this.factors.hasPendingTotp(context, user))) {
      throw new ConflictError('No authenticator waits to be confirmed; set one up first');
    }
    if (!(await this.factors.isRightFirstCode(context, user, code))) throw wrongCode();
    const { codes, hashes } = await this.recoveryCodes.make(context);
    const confirm = async (tx: TransactionContext) => {
      if (!(await this.factors.confirm(tx, user.id))) throw wrongCode();
      await this.recoveryCodes.replace(tx, user.id, hashes);
      await this.credentials.announceFactors(tx, endOthers);
    };
    await this.commit(context, confirm, { action: 'factor.added', target: userTarget(user) });
    this.mails.mailChange(context, user, 'totp-added');
    return { recoveryCodes: codes };
  }

  async remove(context: RequestContext, { password, code, endOthers }: RemoveTotp): Promise<void> {
    const user = await this.requireActive(context, password, code);
    const removeIt = async (tx: TransactionContext) => {
      if (!(await this.factors.remove(tx, user.id))) throw notActive();
      await this.credentials.announceFactors(tx, endOthers);
    };
    await this.commit(context, removeIt, { action: 'factor.removed', target: userTarget(user) });
    this.mails.mailChange(context, user, 'totp-removed');
  }

  async renewRecoveryCodes(
    context: RequestContext,
    { password, code, endOthers }: RenewRecoveryCodes,
  ): Promise<RecoveryCodesResponse> {
    const user = await this.requireActive(context, password, code);
    const { codes, hashes } = await this.recoveryCodes.make(context);
    await this.commit(context, async (tx) => {
      if (!(await this.factors.hasTotp(tx, user))) throw notActive();
      await this.recoveryCodes.replace(tx, user.id, hashes);
      await this.credentials.announceFactors(tx, endOthers);
    });
    this.mails.mailChange(context, user, 'recovery-codes');
    return { recoveryCodes: codes };
  }

  /** The caller, whose password and code these are. */
  private async requireActive(
    context: RequestContext,
    password: string | undefined,
    code: string,
  ): Promise<UserCredentials> {
    const user = await this.freshness.requireCaller(context, password);
    if (!(await this.factors.hasTotp(context, user))) throw notActive();
    if (!(await this.factors.isRightCode(context, user, code))) throw wrongCode();
    return user;
  }

  private async getCaller(context: RequestContext): Promise<UserCredentials> {
    return (await this.credentials.findCredentials(context, context)) as UserCredentials;
  }

  /** The caller is locked: two requests at once come one after the other. What is shown is shown once. */
  private commit<T>(
    context: RequestContext,
    work: (tx: TransactionContext) => Promise<T>,
    ...records: readonly AuditRecord[]
  ): Promise<T> {
    const { userId } = context;
    const commit = async (tx: TransactionContext) => ({
      ...unannounced(await work(tx)),
      answer: { shownOnce: userId },
      records,
    });
    return this.callerCheck.commit(context, commit, [userId]);
  }
}

function uriOf({ email }: UserCredentials, secret: string): string {
  const parameters = new URLSearchParams({ secret, issuer: ISSUER, algorithm: 'SHA1', digits: '6', period: '30' });
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${parameters.toString().replaceAll('+', '%20')}`;
}

function alreadyActive(): ConflictError {
  return new ConflictError('An authenticator is active; remove it first');
}

function notActive(): ConflictError {
  return new ConflictError('No authenticator is active; set one up first');
}

function wrongCode(): ValidationError {
  return new ValidationError({ code: 'Wrong code' });
}
