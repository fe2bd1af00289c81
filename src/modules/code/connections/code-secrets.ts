import { Injectable } from '@nestjs/common';
import { Secrets, type SecretPlace } from '#core/secrets/secrets.js';
import type { CodeConnection } from './code-connection.entity.js';

type Owner = Pick<CodeConnection, 'companyId' | 'id'>;
type Sealed = Owner & Pick<CodeConnection, 'secret' | 'previousSecret' | 'previousValidUntil'>;

/** The secrets of connections, as they are stored and as they are used. */
@Injectable()
export class CodeSecrets {
  constructor(private readonly secrets: Secrets) {}

  sealSecret(owner: Owner, secret: string): Pick<CodeConnection, 'secret'> {
    return { secret: this.secrets.encrypt(secret, placeOf(owner, 'secret')) };
  }

  /** The present secret as the previous one, good for some hours; nothing is kept of one that no longer opens. */
  sealPrevious(sealed: Sealed, hours: number): Pick<CodeConnection, 'previousSecret' | 'previousValidUntil'> {
    const secret = this.secrets.tryDecrypt(sealed.secret, placeOf(sealed, 'secret'));
    if (hours === 0 || secret === undefined) return { previousSecret: null, previousValidUntil: null };
    return {
      previousSecret: this.secrets.encrypt(secret, placeOf(sealed, 'previous_secret')),
      previousValidUntil: new Date(Date.now() + hours * 3_600_000).toISOString(),
    };
  }

  /** All that are good now. */
  openSecrets(sealed: Sealed): string[] {
    const { secret, previousSecret, previousValidUntil } = sealed;
    const isPreviousGood = previousValidUntil !== null && Date.parse(previousValidUntil) > Date.now();
    const opened = [
      this.secrets.tryDecrypt(secret, placeOf(sealed, 'secret')),
      isPreviousGood && previousSecret !== null
        ? this.secrets.tryDecrypt(previousSecret, placeOf(sealed, 'previous_secret'))
        : undefined,
    ];
    return opened.filter((one) => one !== undefined);
  }
}

function placeOf({ companyId, id }: Owner, column: string): SecretPlace {
  return { table: 'code_connections', column, companyId, id };
}
