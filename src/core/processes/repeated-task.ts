import { Logger } from '@nestjs/common';
import type { Configuration, ProcessRole } from '#config/configuration.js';

/** Who does it, and what is said of a failure. */
interface Repeated {
  readonly role: ProcessRole;
  /** The beginning of the warning when it fails. */
  readonly complaint: string;
}

/** Work that is done again and again in the processes of one role. What fails is done the next time. */
export abstract class RepeatedTask {
  protected readonly logger = new Logger(this.constructor.name);
  private isUnderWay = false;

  protected constructor(
    protected readonly configuration: Configuration,
    private readonly repeated: Repeated,
  ) {}

  /** Never twice at once in a process: what takes longer than the pause leaves one out. */
  protected async alone(work: () => Promise<void>): Promise<void> {
    const { role, complaint } = this.repeated;
    if (this.isUnderWay || !this.configuration.processRoles.has(role)) return;
    this.isUnderWay = true;
    try {
      await work();
    } catch (error) {
      this.logger.warn(`${complaint}: ${(error as Error).message}`);
    } finally {
      this.isUnderWay = false;
    }
  }
}
