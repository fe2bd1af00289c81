import { Injectable } from '@nestjs/common';
import { type SecretPlace, Secrets } from '#core/secrets/secrets.js';

/** Whose secrets they are, and as they are stored. */
export interface SealedSecrets {
  readonly companyId: string;
  readonly id: string;
  readonly secret: string;
  /** The previous secret while it is still valid, else null. */
  readonly previousSecret: string | null;
  readonly headerNames: readonly string[];
  readonly headerValues: string;
}

type Owner = Pick<SealedSecrets, 'companyId' | 'id'>;

/** The secrets of webhooks, as they are stored and as they are used. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: Secrets) {}

  sealSecret(owner: Owner, secret: string): Pick<SealedSecrets, 'secret'> {
    return { secret: this.secrets.encrypt(secret, placeOf(owner, 'secret')) };
  }

  sealPreviousSecret(owner: Owner, secret: string): Pick<SealedSecrets, 'previousSecret'> {
    return { previousSecret: this.secrets.encrypt(secret, placeOf(owner, 'previous_secret')) };
  }

  sealHeaders(
    owner: Owner,
    headers: Readonly<Record<string, string>>,
  ): { headerNames: string[]; headerValues: string } {
    const values = JSON.stringify(Object.values(headers));
    return {
      headerNames: Object.keys(headers),
      headerValues: this.secrets.encrypt(values, placeOf(owner, 'header_values')),
    };
  }

  /** What deliveries are signed with: the present secret, and the previous one while it is valid and opens. */
  openSecrets(sealed: SealedSecrets): [present: string, ...previous: string[]] {
    const present = this.secrets.decrypt(sealed.secret, placeOf(sealed, 'secret'));
    const { previousSecret } = sealed;
    const previous = previousSecret && this.secrets.tryDecrypt(previousSecret, placeOf(sealed, 'previous_secret'));
    return previous ? [present, previous] : [present];
  }

  /** Like `openSecrets`, for a stored webhook at a moment. Undefined when the present secret does not open. */
  tryOpenSecretsOf(
    webhook: SealedSecrets & { previousValidUntil: string | null },
    at: string,
  ): [present: string, ...previous: string[]] | undefined {
    const isPreviousValid = webhook.previousValidUntil !== null && webhook.previousValidUntil > at;
    const previousSecret = isPreviousValid ? webhook.previousSecret : null;
    return this.tryOpenSecret(webhook) === undefined ? undefined : this.openSecrets({ ...webhook, previousSecret });
  }

  openHeaders(sealed: SealedSecrets): Record<string, string> {
    return headersOf(sealed, this.secrets.decrypt(sealed.headerValues, placeOf(sealed, 'header_values')));
  }

  /** Undefined when it does not open: its key is gone from `SECRETS_KEY`. */
  tryOpenSecret(sealed: SealedSecrets): string | undefined {
    return this.secrets.tryDecrypt(sealed.secret, placeOf(sealed, 'secret'));
  }

  tryOpenHeaders(sealed: SealedSecrets): Record<string, string> | undefined {
    const values = this.secrets.tryDecrypt(sealed.headerValues, placeOf(sealed, 'header_values'));
    return values === undefined ? undefined : headersOf(sealed, values);
  }
}

function headersOf({ headerNames }: SealedSecrets, values: string): Record<string, string> {
  const opened = JSON.parse(values) as string[];
  return Object.fromEntries(headerNames.map((name, index) => [name, opened[index] ?? '']));
}

function placeOf({ companyId, id }: Owner, column: string): SecretPlace {
  return { table: 'webhooks', column, companyId, id };
}
