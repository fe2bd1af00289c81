import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DatabaseContext, RequestContext, TransactionContext } from '../../company-scope/request-context.js';
import { Database } from '../../database/database.js';
import { Passwords } from '../passwords.js';
import { base32 } from './totp.js';

interface User {
  readonly companyId: string;
  readonly id: string;
}

type Client = Pick<RequestContext, 'clientNetwork'>;

const COUNT = 10;
/** 20 characters, of which the first 4 find the code; the rest, 76 bits, is secret. */
const BYTES = 12;
const SELECTOR_LENGTH = 4;

/** The codes that stand in for a lost authenticator, each once. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
  ) {}

  /** New codes, and what is stored of them. */
  async make(client: Client): Promise<{ codes: string[]; hashes: Map<string, string> }> {
    const codes = new Map<string, string>();
    while (codes.size < COUNT) {
      const code = base32(randomBytes(BYTES));
      codes.set(code.slice(0, SELECTOR_LENGTH), code);
    }
    const hashed = [...codes].map(async ([selector, code]): Promise<[string, string]> => [
      selector,
      await this.passwords.hash(client, code),
    ]);
    return { codes: [...codes.values()].map(shown), hashes: new Map(await Promise.all(hashed)) };
  }

  /** Stores the hashes of new codes of a locked user in place of all others. */
  async replace(tx: TransactionContext, userId: string, hashes: ReadonlyMap<string, string>): Promise<void> {
    await this.delete(tx, userId);
    const text = `INSERT INTO recovery_codes (company_id, user_id, selector, code_hash)
      SELECT $1, $2, * FROM unnest($3::text[], $4::text[])`;
    await this.database.execute(tx, { text }, [tx.companyId, userId, [...hashes.keys()], [...hashes.values()]]);
  }

  async delete(tx: TransactionContext, userId: string): Promise<void> {
    const text = 'DELETE FROM recovery_codes WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, userId]);
  }

  /** Uses a code up; whether it was one. Of two that come at once, one finds it gone. */
  async redeem(context: DatabaseContext & Client, { companyId, id }: User, given: string): Promise<boolean> {
    const code = given.replace(/[\s-]/g, '').toUpperCase();
    const selector = /^[A-Z2-7]+$/.test(code) ? code.slice(0, SELECTOR_LENGTH) : '';
    const values = [companyId, id, selector];
    const select = `SELECT code_hash AS "codeHash" FROM recovery_codes
      WHERE company_id = $1 AND user_id = $2 AND selector = $3`;
    const found = await this.database.row<{ codeHash: string }>(context, { text: select }, values);
    if (!(await this.passwords.matches(context, code, found?.codeHash))) return false;
    const text = `DELETE FROM recovery_codes
      WHERE company_id = $1 AND user_id = $2 AND selector = $3 AND code_hash = $4`;
    return (await this.database.execute(context, { text }, [...values, found?.codeHash])) > 0;
  }
}

/** In groups of five, which people can copy. */
function shown(code: string): string {
  return (code.toLowerCase().match(/.{1,5}/g) ?? []).join('-');
}
