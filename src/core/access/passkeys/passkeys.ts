import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { Configuration } from '#config/configuration.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '../../company-scope/request-context.js';
import { Database } from '../../database/database.js';
import { Lists } from '../../database/lists/lists.js';
import { PasskeyChallenges } from './passkey-challenges.js';

interface Owner {
  readonly companyId: string;
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** A passkey that was checked and is not stored yet. */
export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
  readonly synced: boolean;
}

interface StoredKey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly signCount: string;
}

/** A passkey as its user sees it. */
interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly synced: boolean;
}

const SELECT_LISTED = `SELECT p.id, p.name, p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt", p.synced
  FROM passkeys p`;

/** What authenticators show as the name of the service. */
const SERVICE_NAME = 'Project Management';
const TIMEOUT = 300_000;
const UUID_BYTES = 16;
/** WebAuthn's limit of a credential's id, which is stored in base64url. */
const MOST_ID_BYTES = 1_023;
/** The form of transports, as `usb` and `smart-card`; others are not kept. */
const TRANSPORT = /^[a-z-]{1,32}$/;

/** Its many modules are loaded when somebody uses a passkey. */
const webAuthn = () => import('@simplewebauthn/server');

/** The passkeys of users. */
@Injectable()
export class Passkeys {
  private readonly origin: string;
  private readonly rpID: string;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly challenges: PasskeyChallenges,
    { publicUrl }: Configuration,
  ) {
    this.origin = publicUrl;
    this.rpID = new URL(publicUrl).hostname;
  }

  /** False at an IP address: browsers know no passkeys there. */
  get areOffered(): boolean {
    return isIP(this.rpID.replace(/^\[|\]$/g, '')) === 0;
  }

  /** What the browser makes a new passkey of the user with. */
  async creationOptions(context: DatabaseContext, user: Owner): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const text = 'SELECT credential_id AS id FROM passkeys WHERE company_id = $1 AND user_id = $2';
    const present = await this.database.rows<{ id: string }>(context, { text }, [user.companyId, user.id]);
    const { generateRegistrationOptions } = await webAuthn();
    return generateRegistrationOptions({
      rpName: SERVICE_NAME,
      rpID: this.rpID,
      userID: handleOf(user),
      userName: user.email,
      userDisplayName: user.name,
      challenge: await this.challenges.make(context, user.id),
      attestationType: 'none',
      timeout: TIMEOUT,
      excludeCredentials: present,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** What the browser signs in with, whoever it may be. */
  async requestOptions(context: DatabaseContext): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID: this.rpID,
      challenge: await this.challenges.make(context, null),
      timeout: TIMEOUT,
      userVerification: 'required',
    });
  }

  /** The passkey that the user has just made; undefined when anything about it is wrong. */
  async checkNew(context: DatabaseContext, userId: string, response: unknown): Promise<NewPasskey | undefined> {
    try {
      const given = response as RegistrationResponseJSON;
      if (!(await isUnattested(given))) return undefined;
      const { verifyRegistrationResponse } = await webAuthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: given,
        expectedChallenge: (challenge) => this.challenges.take(context, challenge, userId),
        expectedOrigin: this.origin,
        expectedRPID: this.rpID,
        requireUserVerification: true,
      });
      if (!registrationInfo) return undefined;
      const { credential, credentialDeviceType } = registrationInfo;
      if (Buffer.from(credential.id, 'base64url').length > MOST_ID_BYTES) return undefined;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        signCount: credential.counter,
        transports: (credential.transports ?? []).filter((name) => TRANSPORT.test(name)).slice(0, 10),
        synced: credentialDeviceType === 'multiDevice',
      };
    } catch {
      return undefined;
    }
  }

  /** Whose passkey has signed; undefined when anything about it is wrong. */
  async checkSignIn(
    context: DatabaseContext,
    response: unknown,
  ): Promise<{ companyId: string; userId: string } | undefined> {
    try {
      const given = response as AuthenticationResponseJSON;
      const owner = ownerOf(given.response.userHandle);
      const stored = owner && (await this.find(context, owner, given.id));
      if (!owner || !stored) return undefined;
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: given,
        expectedChallenge: (challenge) => this.challenges.take(context, challenge, null),
        expectedOrigin: this.origin,
        expectedRPID: this.rpID,
        requireUserVerification: true,
        credential: { id: given.id, publicKey: new Uint8Array(stored.publicKey), counter: Number(stored.signCount) },
      });
      if (!verified) return undefined;
      const { newCounter, credentialDeviceType } = authenticationInfo;
      const text = `UPDATE passkeys SET sign_count = $3, synced = $4, last_used_at = now()
        WHERE company_id = $1 AND id = $2`;
      const values = [owner.companyId, stored.id, newCounter, credentialDeviceType === 'multiDevice'];
      await this.database.execute(context, { text }, values);
      return owner;
    } catch {
      return undefined;
    }
  }

  /** Stores a passkey of a locked user. Returns its id. */
  async add(tx: TransactionContext, userId: string, name: string, passkey: NewPasskey): Promise<string> {
    const id = uuidv7();
    const { credentialId, publicKey, signCount, transports, synced } = passkey;
    const text = `INSERT INTO passkeys (company_id, id, user_id, name, credential_id, public_key, sign_count, transports,
        synced, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`;
    // By the clock that sign-ins are dated by.
    const at = new Date().toISOString();
    const values = [tx.companyId, id, userId, name, credentialId, publicKey, signCount, transports, synced, at];
    await this.database.execute(tx, { text }, values);
    return id;
  }

  /** Those of the caller, the oldest first. */
  findAll(context: RequestContext, query: PageQuery): Promise<List<ListedPasskey>> {
    return this.lists.find<ListedPasskey>(context, query, {
      select: `${SELECT_LISTED} WHERE p.company_id = $1 AND p.user_id = $2`,
      values: [context.companyId, context.userId],
      orderBy: 'p.created_at, p.id',
    });
  }

  findOne(context: RequestContext, id: string): Promise<ListedPasskey | undefined> {
    const text = `${SELECT_LISTED} WHERE p.company_id = $1 AND p.user_id = $2 AND p.id = $3`;
    return this.database.row<ListedPasskey>(context, { text }, [context.companyId, context.userId, id]);
  }

  async count(context: DatabaseContext, { companyId, id }: Pick<Owner, 'companyId' | 'id'>): Promise<number> {
    const text = 'SELECT count(*)::integer AS count FROM passkeys WHERE company_id = $1 AND user_id = $2';
    return (await this.database.row<{ count: number }>(context, { text }, [companyId, id]))?.count ?? 0;
  }

  /** Whether there was such a passkey of the user, which has the name now. */
  async rename(tx: TransactionContext, userId: string, id: string, name: string): Promise<boolean> {
    const text = `UPDATE passkeys SET name = $4, updated_at = now() WHERE company_id = $1 AND user_id = $2 AND id = $3`;
    return (await this.database.execute(tx, { text }, [tx.companyId, userId, id, name])) > 0;
  }

  /** Whether there was such a passkey of the user, which is gone now. */
  async remove(tx: TransactionContext, userId: string, id: string): Promise<boolean> {
    const text = 'DELETE FROM passkeys WHERE company_id = $1 AND user_id = $2 AND id = $3';
    return (await this.database.execute(tx, { text }, [tx.companyId, userId, id])) > 0;
  }

  /** Takes all passkeys of a locked user away. Returns their ids. */
  async removeAll(tx: TransactionContext, userId: string): Promise<string[]> {
    const text = 'DELETE FROM passkeys WHERE company_id = $1 AND user_id = $2 RETURNING id';
    const removed = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, userId]);
    return removed.map(({ id }) => id);
  }

  private find(
    context: DatabaseContext,
    { companyId, userId }: { companyId: string; userId: string },
    credentialId: string,
  ): Promise<StoredKey | undefined> {
    const text = `SELECT id, public_key AS "publicKey", sign_count AS "signCount" FROM passkeys
      WHERE company_id = $1 AND user_id = $2 AND credential_id = $3`;
    return this.database.row<StoredKey>(context, { text }, [companyId, userId, credentialId]);
  }
}

/** The company and the user: what a passkey brings back, so that nobody has to say who they are. */
function handleOf({ companyId, id }: Pick<Owner, 'companyId' | 'id'>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from((companyId + id).replaceAll('-', ''), 'hex'));
}

/** No other attestation is asked for, and to check one the library reads the addresses that its certificates name. */
async function isUnattested({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return attestation.get('fmt') === 'none';
}

function ownerOf(handle: string | undefined): { companyId: string; userId: string } | undefined {
  const bytes = Buffer.from(handle ?? '', 'base64url');
  if (bytes.length !== 2 * UUID_BYTES) return undefined;
  const uuid = (start: number) =>
    bytes.toString('hex', start, start + UUID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { companyId: uuid(0), userId: uuid(UUID_BYTES) };
}
