import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';

/** What a scan has come to. */
export class ScanResponse {
  /** The run. */
  @Reference()
  scanId: string;

  /** The open tasks that it looked at. */
  @WholeNumber()
  tasksScanned: number;

  /** How many actions were made. */
  @WholeNumber()
  actionsGenerated: number;

  /** Actions that one of its channels took; 0 when there is none. */
  @WholeNumber()
  sent: number;

  /** Actions that all channels refused. */
  @WholeNumber()
  failed: number;

  /** Milliseconds that it took. */
  @WholeNumber()
  durationMs: number;

  /** When this scan began. */
  @Moment()
  lastScanAt: string;

  /** When the next one is due; null when none is. */
  @Moment({ nullable: true })
  nextScanAt: string | null;
}
