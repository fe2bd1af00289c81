import { SingleBar } from 'cli-progress';

/** Milliseconds between two lines where there is no terminal to draw on. */
const LINE_INTERVAL_MS = 10_000;

/** How far the import is, from when it is made to `stop()`: a bar on a terminal, now and then a line elsewhere. */
export class Progress {
  private readonly bar: SingleBar;

  constructor(stream: NodeJS.WritableStream & { isTTY?: boolean }, rows: number) {
    this.bar = new SingleBar({
      stream,
      format: `${stream.isTTY ? '[{bar}] ' : ''}{percentage}% {value}/{total} rows {note}`,
      barsize: 30,
      linewrap: true,
      noTTYOutput: true,
      notTTYSchedule: LINE_INTERVAL_MS,
    });
    this.bar.start(rows, 0, { note: '' });
  }

  update(settled: number): void {
    this.bar.update(settled, { note: '' });
  }

  /** Shown until the next update. */
  note(note: string): void {
    this.bar.update({ note });
  }

  stop(): void {
    this.bar.stop();
  }
}
