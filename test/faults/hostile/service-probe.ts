/** Milliseconds between two looks. Each tells the longest block of the event loop since the one before. */
const INTERVAL = 500;
/** What the service's own clock for its event loop ticks in, in milliseconds: a look that comes on time is no delay. */
const RESOLUTION = 10;

/** How the process of the service does: looks at its metrics until told to stop. */
export class ServiceProbe {
  /** Megabytes, and milliseconds. */
  private reading = { peakMemory: 0, longestBlock: 0 };
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly metricsPort: number) {}

  start(): void {
    this.reading = { peakMemory: 0, longestBlock: 0 };
    this.timer = setInterval(() => void this.look().catch(() => undefined), INTERVAL);
  }

  stop(): { peakMemory: number; longestBlock: number } {
    clearInterval(this.timer);
    return this.reading;
  }

  private async look(): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`);
    const text = await response.text();
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    const block = valueOf('nodejs_eventloop_lag_max_seconds') * 1_000 - RESOLUTION;
    this.reading.peakMemory = Math.max(this.reading.peakMemory, valueOf('process_resident_memory_bytes') / 1e6);
    this.reading.longestBlock = Math.max(this.reading.longestBlock, block);
  }
}
