import { type BeforeApplicationShutdown, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Configuration, ProcessRole } from '#config/configuration.js';

/** Who does it, and what is said of a failure. */
interface Repeated {
  readonly role: ProcessRole;
  /** The beginning of the warning when it fails. */
  readonly complaint: string;
}

/** Work that is done again and again in the processes of one role. What fails is done the next time. */
export abstract class RepeatedTask implements OnModuleDestroy, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private underWay: Promise<void> | undefined;
  private stops = false;

  protected constructor(
    protected readonly configuration: Configuration,
    private readonly repeated: Repeated,
  ) {}

  /** From now on, nothing is begun. */
  onModuleDestroy(): void {
    this.stops = true;
  }

  /** Waits for what is under way: the connections to the database end afterwards. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.underWay;
  }

  /** Work of many pieces leaves the rest to the next time then. */
  protected get isStopping(): boolean {
    return this.stops;
  }

  /** Never twice at once in a process: what takes longer than the pause leaves one out. */
  protected async alone(work: () => Promise<void>): Promise<void> {
    const { role } = this.repeated;
    if (this.underWay || this.stops || !this.configuration.processRoles.has(role)) return;
    this.underWay = this.attempt(work);
    await this.underWay;
    this.underWay = undefined;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`${this.repeated.complaint}: ${(error as Error).message}`);
    }
  }
}
