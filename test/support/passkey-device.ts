import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  user: { id: string };
}

/** What a test makes a device do otherwise. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  /** Without it the person was not asked who they are. */
  isVerified?: boolean;
  type?: string;
  /** Of the attestation. */
  format?: string;
}

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;
const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** An authenticator with one passkey, as a browser speaks to it. */
export class PasskeyDevice {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private handle = '';
  private count = 0;

  constructor(
    private readonly origin: string,
    readonly id = randomBytes(16),
  ) {}

  create({ challenge, user }: CreationOptions, wrong: Wrong = {}): object {
    this.handle = user.id;
    const length = Buffer.from([this.id.length >> 8, this.id.length & 0xff]);
    const data = Buffer.concat([
      this.authenticatorData(AT, wrong),
      Buffer.alloc(16),
      length,
      this.id,
      coseKey(this.keys.publicKey),
    ]);
    const clientDataJSON = this.clientData('webauthn.create', challenge, wrong);
    // {fmt: "none", attStmt: {}, authData: data}; of another format, the passkey attests itself
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(wrong.format ?? 'none'),
      text('attStmt'),
      wrong.format === undefined ? Buffer.from([0xa0]) : this.statement(data, clientDataJSON),
      text('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return this.credential({
      clientDataJSON,
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  get({ challenge }: { challenge: string }, wrong: Wrong = {}): object {
    this.count += 1;
    const clientDataJSON = this.clientData('webauthn.get', challenge, wrong);
    const authenticatorData = this.authenticatorData(0, wrong);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.credential({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.keys.privateKey)),
      userHandle: this.handle,
    });
  }

  /** {alg: -7, sig: the signature}, as `packed` has it. */
  private statement(data: Buffer, clientDataJSON: string): Buffer {
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, this.keys.privateKey);
    const algorithm = [Buffer.from([0xa2]), text('alg'), Buffer.from([0x26])];
    return Buffer.concat([...algorithm, text('sig'), Buffer.from([0x58, signature.length]), signature]);
  }

  private credential(response: object): object {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, wrong: Wrong): string {
    const { origin = this.origin } = wrong;
    return base64url(Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin, crossOrigin: false })));
  }

  private authenticatorData(more: number, { rpId, isVerified = true }: Wrong): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    const flags = Buffer.from([UP | more | (isVerified ? UV : 0)]);
    return Buffer.concat([sha256(rpId ?? new URL(this.origin).hostname), flags, count]);
  }
}

/** In CBOR, of up to 23 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key of P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);
}
