import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { CreateTask } from '../../../sdk/src/sdk.js';
import { type ImportClient, RefusedRequestError, UnavailableError } from './import-client.js';
import type { RefusedRow, TaskRow } from './csv-file.js';

interface TaskImportOptions {
  projectId: string;
  /** Requests in flight. */
  concurrency: number;
  /** Wait before a further round, in milliseconds. */
  roundDelayMs: number;
  /** Told how many rows are settled. */
  onProgress: (settled: number) => void;
  /** Told why there is a wait before a further round. */
  onWait: (reason: string) => void;
}

export interface ImportResult {
  made: number;
  /** Rows whose task stood in the project before. */
  skipped: number;
  refused: RefusedRow[];
  /** Rows that were not tried, or failed and were not made. */
  unsent: number;
  /** What stopped the import early. */
  failure: Error | null;
}

/** Refusals that every other row would meet as well: credentials, permission, project gone, project archived. */
const STOPPING = new Set([401, 403, 404, 409]);
/** A 404 of the row alone: it names somebody in a field of the company's own. */
const NO_USER = 'User not found';
/** Rounds in a row without a settled row, until the service counts as down. */
const FRUITLESS_ROUNDS = 10;

/**
 * Makes the tasks of the rows that the project does not have yet. It works in rounds. A round reads the project's
 * titles and sends the rows that are missing: if n tasks have a title, the first n rows of that title are not sent.
 * A request that may or may not have been carried out ends the round, and the next one sees which it was.
 */
export class TaskImport {
  private readonly arrived = new Set<TaskRow>();
  private readonly refused = new Map<TaskRow, string>();
  /** Rows whose last request may or may not have been carried out, with the reason. */
  private readonly unanswered = new Map<TaskRow, string>();
  private skipped: number | undefined;

  constructor(
    private readonly client: ImportClient,
    private readonly rows: TaskRow[],
    private readonly options: TaskImportOptions,
  ) {}

  async run(): Promise<ImportResult> {
    try {
      await this.runRounds();
      return this.result(null);
    } catch (error) {
      return this.result(error as Error);
    }
  }

  private get settled(): number {
    return this.arrived.size + this.refused.size;
  }

  private async runRounds(): Promise<void> {
    for (let roundsLeft = FRUITLESS_ROUNDS; ;) {
      const settledBefore = this.settled;
      try {
        await this.runRound();
        return;
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        roundsLeft = this.settled > settledBefore ? FRUITLESS_ROUNDS : roundsLeft - 1;
        if (roundsLeft === 0) throw error;
        this.options.onWait(error.message);
        await sleep(this.options.roundDelayMs);
      }
    }
  }

  private async runRound(): Promise<void> {
    const rowsByTitle = this.missingRows(await this.countTitles());
    this.options.onProgress(this.settled);
    const limit = pLimit(this.options.concurrency);
    const round: { failure: Error | null } = { failure: null };
    // Rows with the same title are sent one after the other. So after an interruption exactly the first n of them exist.
    const sendInOrder = async (rows: TaskRow[]): Promise<void> => {
      for (const row of rows) {
        if (round.failure) return;
        try {
          await this.send(row);
        } catch (error) {
          round.failure ??= error as Error;
        }
        this.options.onProgress(this.settled);
      }
    };
    await Promise.all(rowsByTitle.map((rows) => limit(sendInOrder, rows)));
    if (round.failure) throw round.failure;
  }

  private async countTitles(): Promise<Map<string, number>> {
    const query = { projectId: [this.options.projectId], fields: ['title' as const] };
    const counts = new Map<string, number>();
    for (const { title } of await this.client.call((client) => client.listTasks({ query }))) {
      counts.set(title, (counts.get(title) ?? 0) + 1);
    }
    return counts;
  }

  private missingRows(counts: Map<string, number>): TaskRow[][] {
    const candidates = this.rows.filter((row) => !this.refused.has(row));
    const rowsByTitle = Map.groupBy(candidates, (row) => row.fields.title ?? '');
    for (const [title, rows] of rowsByTitle) {
      rows.slice(0, counts.get(title) ?? 0).forEach((row) => this.arrived.add(row));
    }
    this.skipped ??= this.arrived.size;
    // A row that ended a round before comes last. So a row that always fails does not stop the others.
    return [...rowsByTitle.values()]
      .map((rows) => rows.filter((row) => !this.arrived.has(row)))
      .filter((rows) => rows.length > 0)
      .sort((a, b) => Number(this.hasUnanswered(a)) - Number(this.hasUnanswered(b)));
  }

  private hasUnanswered(rows: TaskRow[]): boolean {
    return rows.some((row) => this.unanswered.has(row));
  }

  private async send(row: TaskRow): Promise<void> {
    try {
      const body = { ...row.fields, projectId: this.options.projectId } as CreateTask;
      await this.client.call((client) => client.createTask({ body }));
      this.arrived.add(row);
    } catch (error) {
      const isOfRow = (refusal: RefusedRequestError) => !STOPPING.has(refusal.status) || refusal.message === NO_USER;
      if (error instanceof RefusedRequestError && isOfRow(error)) {
        this.refused.set(row, error.message);
        return;
      }
      if (error instanceof UnavailableError) this.unanswered.set(row, error.message);
      throw error;
    }
  }

  private result(failure: Error | null): ImportResult {
    for (const [row, reason] of this.unanswered) {
      if (this.arrived.has(row) || this.refused.has(row)) continue;
      this.refused.set(row, `Outcome unknown, run again: ${reason}`);
    }
    const skipped = this.skipped ?? 0;
    return {
      made: this.arrived.size - skipped,
      skipped,
      refused: [...this.refused].map(([{ line }, reason]) => ({ line, reason })),
      unsent: this.rows.length - this.settled,
      failure,
    };
  }
}
