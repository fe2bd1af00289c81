import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { OperatorHttp } from '#core/outbound/operator-http.js';
import { LeasedWorker } from '#core/processes/leased-worker.js';
import { BytesLedgerRepository, keyOf } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';
import { ScanQueue } from './scan-queue.js';
import { type ClaimedScan, DUE_SCANS } from './scan-queue.repository.js';

/** Files that are scanned at once. */
const SLOTS = 2;
/** Milliseconds that one scan may take. */
const LONGEST_SCAN = 60_000;

type Verdict = 'clean' | 'refused' | 'unknown';

/** Sends new files to `SCAN_URL`, in the processes with the role `worker`. */
@Injectable()
export class ScanWorker extends LeasedWorker<ClaimedScan> {
  private readonly http: OperatorHttp | null;

  constructor(
    private readonly queue: ScanQueue,
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
    configuration: Configuration,
  ) {
    super({ name: 'scan', role: 'worker', companies: DUE_SCANS, slots: SLOTS });
    const { scanUrl } = configuration.files;
    const limits = { headersTimeout: LONGEST_SCAN, bodyTimeout: LONGEST_SCAN };
    this.http = scanUrl === null ? null : new OperatorHttp(scanUrl, limits);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.http?.close();
  }

  protected take(most: number): Promise<ClaimedScan[]> {
    return this.http === null ? Promise.resolve([]) : this.queue.claimScans(most);
  }

  protected async step(scan: ClaimedScan, signal: AbortSignal): Promise<Verdict> {
    const verdict = await this.ask(this.http as OperatorHttp, scan, signal);
    if (verdict === 'clean') await this.queue.passScan(scan);
    else if (verdict === 'refused' || !(await this.queue.putOff(scan))) await this.queue.refuseScan(scan);
    return verdict;
  }

  /** Nobody can know whether the file is harmless. */
  protected giveUp(scan: ClaimedScan): Promise<void> {
    return this.queue.refuseScan(scan);
  }

  protected release(scan: ClaimedScan): Promise<void> {
    return this.queue.releaseScan(scan);
  }

  /** 2xx: clean; 4xx but 408 and 429: refused; all else says nothing. Redirects are not followed. */
  private async ask(
    http: OperatorHttp,
    { companyId, id, sha256, size }: ClaimedScan,
    stopping: AbortSignal,
  ): Promise<Verdict> {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_SCAN)]);
    try {
      const store = await this.ledger.findStore({ ...OWN_WORK_CONTEXT, companyId }, sha256);
      const file = store && (await this.stores.openFile(keyOf(companyId, sha256), store, signal));
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
      stopping.throwIfAborted();
      this.logger.warn(`SCAN_URL fails for the file ${id}: ${(error as Error).message}`);
      return 'unknown';
    }
  }
}
