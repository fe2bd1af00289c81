import type { Logger } from '@nestjs/common';
import type { DeliveryQueue } from './delivery-queue.js';
import { DeliveryRecorder } from './delivery-recorder.js';
import type { DeliveryOutcome } from './delivery-queue.repository.js';

describe('DeliveryRecorder', () => {
  it('keeps outcomes until they are written, and says once that it cannot', async () => {
    const warnings: string[] = [];
    const written: DeliveryOutcome[] = [];
    let failures = 0;
    const record = async (outcomes: readonly DeliveryOutcome[]) => {
      if (failures-- > 0) throw new Error('no database');
      written.push(...outcomes);
    };
    const logger = { warn: (message: string) => warnings.push(message) };
    const recorder = new DeliveryRecorder(
      { recordOutcomes: record } as unknown as DeliveryQueue,
      logger as unknown as Logger,
    );
    const outcomes = ['first', 'second', 'third'].map((result) => ({ result }) as unknown as DeliveryOutcome);
    const [first, second, third] = outcomes as [DeliveryOutcome, DeliveryOutcome, DeliveryOutcome];
    failures = 2;
    await Promise.all([recorder.record(first), recorder.record(second)]);
    const warning = 'Outcomes of deliveries cannot be written yet: no database';
    expect([written, warnings]).toEqual([[first, second], [warning]]);
    failures = 1;
    await recorder.record(third);
    expect([written, warnings]).toEqual([outcomes, [warning, warning]]);
  });
});
