import { ConflictError } from '#common/errors/app-error.js';
import { jsonBytes } from '#common/http/json-bytes.js';
import type { Answer, IdempotentRequest, TransactionContext } from '../company-scope/request-context.js';
import type { AnswerToKeep, StoredResponses, KeyState, KeyUse } from './stored-responses.js';

/** The status and ETag with which a body is kept and sent. */
export interface Outcome {
  readonly status: number;
  readonly etag: string | undefined;
}

/** 409 while the same key is in use: the answer will be there soon. */
export class KeyInUseError extends ConflictError {
  override readonly retryAfter = 1;
  constructor() {
    super('A request with this Idempotency-Key is under way, retry in a second');
  }
}

/** A POST with an Idempotency-Key that is carried out. Its first change takes the key and keeps the answer. */
export class KeyedRequest implements IdempotentRequest {
  /** The answer that has been kept, as it is to be sent. */
  kept: (Outcome & { readonly body: Buffer }) | undefined;
  private isClaimed = false;
  private state: KeyState = 'unused';

  constructor(
    private readonly answers: StoredResponses,
    private readonly use: KeyUse,
    private readonly outcomeOf: (body: unknown) => Outcome,
  ) {}

  async begin(tx: TransactionContext): Promise<void> {
    if (this.isClaimed) return;
    this.state = await this.answers.take(tx, this.use);
    if (this.state === 'in use') throw new KeyInUseError();
    await this.answers.ensureRoom(tx, tx.companyId);
  }

  async keep(tx: TransactionContext, answer: Answer): Promise<void> {
    if (answer === 'later') return this.claim(tx);
    if ('shownOnce' in answer) return this.remember(tx, answer.shownOnce);
    const outcome = this.outcomeOf(answer.body);
    // A change that gives nothing is kept as nothing.
    const body = answer.body === undefined ? Buffer.alloc(0) : await jsonBytes(answer.body);
    const kept = { ...outcome, status: answer.status ?? outcome.status, body };
    await this.write(tx, { ...kept, etag: kept.etag ?? null, shownOnce: null });
    this.kept = kept;
  }

  async renew(): Promise<void> {
    if (this.isClaimed) await this.answers.renewClaim(this.use);
  }

  async fail(): Promise<void> {
    if (this.isClaimed) await this.answers.dropClaim(this.use);
  }

  private async claim(tx: TransactionContext): Promise<void> {
    await this.write(tx, { status: null, body: null, etag: null, shownOnce: null });
    tx.transaction.afterCommit.push(() => {
      this.isClaimed = true;
    });
  }

  private async remember(tx: TransactionContext, id: string): Promise<void> {
    await this.write(tx, { status: this.outcomeOf(undefined).status, body: null, etag: null, shownOnce: id });
  }

  private async write(tx: TransactionContext, answer: AnswerToKeep): Promise<void> {
    if (!this.isClaimed) return this.answers.keep(tx, this.use, this.state, answer);
    if (!(await this.answers.replaceClaim(tx, this.use, answer))) throw new KeyInUseError();
  }
}
