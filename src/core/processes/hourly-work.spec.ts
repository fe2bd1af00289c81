import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Configuration } from '#config/configuration.js';
import { EveryHour, HourlyWork } from './hourly-work.js';

const done: string[] = [];

class Cleanup {
  @EveryHour({ role: 'scheduler' })
  run(): void {
    done.push(this.constructor.name);
  }
}

@Injectable()
class CleanupOfFiles extends Cleanup {}

@Injectable()
class CleanupOfMails extends Cleanup {}

@Injectable()
class Broken {
  @EveryHour({})
  async run(): Promise<void> {
    await Promise.reject(new Error('No room'));
  }
}

@Injectable()
class Slow {
  readonly gate = Promise.withResolvers<undefined>();

  @EveryHour({})
  async run(): Promise<void> {
    done.push('Slow begins');
    await this.gate.promise;
    done.push('Slow ends');
  }
}

@Injectable()
class OfWorkers {
  @EveryHour({ role: 'worker' })
  run(): void {
    done.push('OfWorkers');
  }
}

@Module({
  imports: [DiscoveryModule],
  providers: [
    CleanupOfMails,
    CleanupOfFiles,
    Broken,
    Slow,
    OfWorkers,
    HourlyWork,
    { provide: Configuration, useValue: { processRoles: new Set(['scheduler']) } },
    { provide: 'alias', useExisting: CleanupOfMails },
  ],
})
class HourlyModule {}

async function start() {
  done.length = 0;
  const app = await (await Test.createTestingModule({ imports: [HourlyModule] }).compile()).init();
  return { app, work: app.get(HourlyWork), slow: app.get(Slow) };
}

describe('HourlyWork', () => {
  it('calls each method of the roles of the process once an hour, no two in one minute', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const { work, slow } = await start();
    slow.gate.resolve(undefined);
    const minutes: string[][] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      const before = done.length + warn.mock.calls.length;
      await work.runMinute(minute);
      const warnings = warn.mock.calls.map(([message]) => String(message));
      minutes.push([...warnings, ...done].slice(before));
    }
    const busy = minutes.flatMap((begun, minute) => (begun.length > 0 ? [minute] : []));
    expect(busy).toEqual([0, 15, 30, 45]);
    expect(done).toEqual(['CleanupOfFiles', 'CleanupOfMails', 'Slow begins', 'Slow ends']);
    expect(warn.mock.calls).toEqual([['Broken failed, the next try is in an hour: No room']]);
    warn.mockRestore();
  });

  it('waits for what is under way when the service stops, and begins nothing more', async () => {
    const { app, work, slow } = await start();
    const begun = work.runMinute(45);
    let isStopped = false;
    const stopped = app.close().then(() => (isStopped = true));
    await nextTurn();
    const late = work.runMinute(0);
    await nextTurn();
    expect(isStopped).toBe(false);
    slow.gate.resolve(undefined);
    await Promise.all([begun, late, stopped]);
    expect(done).toEqual(['Slow begins', 'Slow ends']);
  });
});
