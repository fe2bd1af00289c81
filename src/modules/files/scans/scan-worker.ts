import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { OperatorHttp } from '#core/outbound/operator-http.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { BytesLedger, keyOf } from '../store/bytes-ledger.js';
import { FileStores } from '../store/file-stores.service.js';
import { type ClaimedScan, DUE_SCANS, ScanQueue } from './scan-queue.js';

/** Files that are scanned at once. */
const SLOTS = 2;
/** Milliseconds that one scan may take. */
const LONGEST_SCAN = 60_000;

type Verdict = 'clean' | 'refused' | 'unknown';

/** Sends new files to `SCAN_URL`, in the processes with the role `worker`. */
@Injectable()
export class ScanWorker extends RepeatedTask implements OnModuleDestroy {
  private readonly http: OperatorHttp | null;
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly queue: ScanQueue,
    private readonly ledger: BytesLedger,
    private readonly stores: FileStores,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Files cannot be scanned at the moment' });
    const { scanUrl } = configuration.files;
    const limits = { headersTimeout: LONGEST_SCAN, bodyTimeout: LONGEST_SCAN };
    this.http = scanUrl === null ? null : new OperatorHttp(scanUrl, limits);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay);
    await this.http?.close();
  }

  @WhenDue({ role: 'worker', companies: DUE_SCANS })
  async look(): Promise<void> {
    const { http } = this;
    if (http === null || this.stopping.signal.aborted) return;
    await this.alone(async () => {
      const free = SLOTS - this.underWay.size;
      const claimed = free > 0 ? await this.queue.claim(free) : [];
      for (const scan of claimed) this.begin(http, scan);
    });
  }

  private begin(http: OperatorHttp, scan: ClaimedScan): void {
    const work = this.carryOut(http, scan)
      .catch((error: unknown) => this.logger.warn(`A scan is begun again later: ${(error as Error).message}`))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private async carryOut(http: OperatorHttp, scan: ClaimedScan): Promise<void> {
    const verdict = await this.ask(http, scan);
    if (verdict === 'clean') await this.queue.pass(scan);
    else if (verdict === 'refused' || !(await this.queue.putOff(scan))) await this.queue.refuse(scan);
  }

  /** 2xx: clean; 4xx but 408 and 429: refused; all else says nothing. Redirects are not followed. */
  private async ask(http: OperatorHttp, { companyId, id, sha256, size }: ClaimedScan): Promise<Verdict> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(LONGEST_SCAN)]);
    try {
      const store = await this.ledger.findStore({ ...OWN_WORK_CONTEXT, companyId }, sha256);
      const file = store && (await this.stores.open(keyOf(companyId, sha256), store, signal));
      if (!file) throw new Error(`The bytes ${sha256} are missing`);
      const { statusCode, body } = await http.request(this.configuration.files.scanUrl as string, {
        method: 'POST',
        signal,
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(size),
          'X-File-Id': id,
          'X-File-SHA256': sha256,
        },
        body: file.stream,
      });
      await body.dump();
      if (statusCode >= 200 && statusCode < 300) return 'clean';
      const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
      if (!isRefused) this.logger.warn(`SCAN_URL answers ${statusCode} to the file ${id}`);
      return isRefused ? 'refused' : 'unknown';
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.logger.warn(`SCAN_URL fails for the file ${id}: ${(error as Error).message}`);
      return 'unknown';
    }
  }
}
