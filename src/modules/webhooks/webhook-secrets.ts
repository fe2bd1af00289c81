import { Injectable } from '@nestjs/common';
import { type SecretPlace, Secrets } from '../../core/secrets/secrets.js';

/** Whose secrets they are, and as they are stored. */
export interface SealedSecrets {
  readonly companyId: string;
  readonly id: string;
  readonly secret: string;
  readonly headerNames: readonly string[];
  readonly headerValues: string;
}

/** The secrets of webhooks, as they are stored and as they are used. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: Secrets) {}

  sealSecret(owner: Pick<SealedSecrets, 'companyId' | 'id'>, secret: string): Pick<SealedSecrets, 'secret'> {
    return { secret: this.secrets.encrypt(secret, placeOf(owner, 'secret')) };
  }

  sealHeaders(
    owner: Pick<SealedSecrets, 'companyId' | 'id'>,
    headers: Readonly<Record<string, string>>,
  ): { headerNames: string[]; headerValues: string } {
    const values = JSON.stringify(Object.values(headers));
    return {
      headerNames: Object.keys(headers),
      headerValues: this.secrets.encrypt(values, placeOf(owner, 'header_values')),
    };
  }

  openSecret(sealed: SealedSecrets): string {
    return this.secrets.decrypt(sealed.secret, placeOf(sealed, 'secret'));
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

function placeOf({ companyId, id }: Pick<SealedSecrets, 'companyId' | 'id'>, column: string): SecretPlace {
  return { table: 'webhooks', column, companyId, id };
}
