import { Moment, Reference, WholeNumber } from '../../../common/http/response.decorators.js';

/** What a scan has come to. */
export class ScanResponse {
  @Reference()
  scanId: string;

  /** The open tasks that it looked at. */
  @WholeNumber()
  tasksScanned: number;

  @WholeNumber()
  actionsGenerated: number;

  /** Of the actions. 0 when there is no chat. */
  @WholeNumber()
  sent: number;

  /** Of the actions. 0 when there is no chat. */
  @WholeNumber()
  failed: number;

  @WholeNumber()
  durationMs: number;

  @Moment()
  lastScanAt: string;

  @Moment({ nullable: true })
  nextScanAt: string | null;
}
