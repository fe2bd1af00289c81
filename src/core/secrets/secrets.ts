import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';

/** The place in the database where a secret is stored. A secret can be decrypted only at its own place. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly companyId: string;
  readonly id: string;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets with AES-256-GCM under the first key of `SECRETS_KEY`, and stores them as `v1.<key
 * id>.<base64url>`. Secrets of older keys still open while these keys are listed.
 */
@Injectable()
export class Secrets {
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly currentId: string;

  constructor({ secretsKeys }: Configuration) {
    this.keys = new Map(secretsKeys.map((key) => [keyId(key), key]));
    [this.currentId = ''] = this.keys.keys();
  }

  encrypt(text: string, place: SecretPlace): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(this.currentId), nonce).setAAD(additionalData(place));
    const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${this.currentId}.${encrypted.toString('base64url')}`;
  }

  /** @throws Error when its key is not listed, or when it was not encrypted for this place. */
  decrypt(secret: string, place: SecretPlace): string {
    const [, id = '', encoded = ''] = secret.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    const decipher = createDecipheriv(CIPHER, this.key(id), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(additionalData(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Undefined when it does not open: its key is gone from `SECRETS_KEY`. */
  tryDecrypt(secret: string, place: SecretPlace): string | undefined {
    try {
      return this.decrypt(secret, place);
    } catch {
      return undefined;
    }
  }

  /** Whether the first key has encrypted it. */
  isCurrent(secret: string): boolean {
    return secret.startsWith(`${VERSION}.${this.currentId}.`);
  }

  private key(id: string): Buffer {
    const key = this.keys.get(id);
    if (!key) throw new Error(`SECRETS_KEY: the key ${id}, which a stored secret is encrypted with, is not listed`);
    return key;
  }
}

/** Tells keys apart and nothing about them. */
function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function additionalData({ table, column, companyId, id }: SecretPlace): Buffer {
  return Buffer.from([table, column, companyId, id].join('/'));
}
