/** Sleeps until a time has passed or someone rings. A ring while nobody sleeps is not lost. */
export class Alarm {
  private hasRung = false;
  private wake: () => void = () => undefined;

  ring(): void {
    this.hasRung = true;
    this.wake();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.hasRung = false;
  }
}
