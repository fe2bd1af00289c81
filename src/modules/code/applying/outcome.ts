import type { DomainEvent } from '#core/events/domain-event.js';

/** What becomes of a delivery, as it is applied. */
export class Outcome {
  readonly events: DomainEvent[] = [];
  private readonly taskIds = new Set<string>();
  private readonly refusals: string[] = [];
  private hasMoved = false;
  private isKnown = false;

  /** It told something of these tasks. */
  touch(...taskIds: readonly string[]): void {
    taskIds.forEach((id) => this.taskIds.add(id));
    if (taskIds.length > 0) this.isKnown = true;
  }

  /** It told nothing of tasks, and needs none. */
  note(): void {
    this.isKnown = true;
  }

  move(events: readonly DomainEvent[]): void {
    this.hasMoved = true;
    this.events.push(...events);
  }

  /** A task should have moved and does not. */
  refuse(reason: string): void {
    this.refusals.push(reason);
  }

  get touched(): string[] {
    return [...this.taskIds];
  }

  /** Why nothing came of it; null when something did. */
  get reason(): string | null {
    if (this.hasMoved) return null;
    return this.refusals[0] ?? (this.isKnown ? null : 'no task');
  }
}
