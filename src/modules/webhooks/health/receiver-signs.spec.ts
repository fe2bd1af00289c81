import fc from 'fast-check';
import { type ReceiverSign, ReceiverSignLog } from './receiver-signs.js';

let now: number;
let log: ReceiverSignLog;
beforeEach(() => {
  now = 0;
  log = new ReceiverSignLog(() => now);
});

const moment = (second: number) => new Date(second * 1_000).toISOString();
const sign = (second: number, hasFailed: boolean, webhookId = 'w'): ReceiverSign => ({
  companyId: 'c',
  webhookId,
  at: moment(second),
  hasFailed,
});
const failed = (second: number) => log.note(sign(second, true));
const succeeded = (second: number) => log.note(sign(second, false));

const shown = () => log.take().map(({ companyId: _, webhookId: __, ...rest }) => rest);

describe('ReceiverSignLog', () => {
  it('gives at once what begins, fails and recovers, and once a second what goes on', () => {
    succeeded(1);
    expect(shown()).toEqual([{ lastSuccessAt: moment(1), lastFailureAt: null, failingSince: null, failedAttempts: 0 }]);
    succeeded(2);
    now = 999;
    expect(shown()).toEqual([]);
    failed(3);
    const begun = { lastSuccessAt: moment(2), lastFailureAt: moment(3), failingSince: moment(3), failedAttempts: 1 };
    expect(shown()).toEqual([begun]);
    failed(4);
    failed(5);
    expect(shown()).toEqual([]);
    now = 1_999;
    const goesOn = { lastSuccessAt: null, lastFailureAt: moment(5), failingSince: moment(4), failedAttempts: 2 };
    expect(shown()).toEqual([goesOn]);
    failed(6);
    succeeded(7);
    const recovered = { lastSuccessAt: moment(7), lastFailureAt: moment(6), failingSince: null, failedAttempts: 0 };
    expect(shown()).toEqual([recovered]);
    expect(shown()).toEqual([]);
  });

  it('gives all there is at the end, by company and webhook', () => {
    for (const webhookId of ['b', 'a']) log.note(sign(1, false, webhookId));
    log.note({ ...sign(1, false, 'z'), companyId: 'a' });
    expect(log.take().map(({ webhookId }) => webhookId)).toEqual(['z', 'a', 'b']);
    log.note(sign(2, false, 'a'));
    expect(log.take()).toEqual([]);
    expect(log.take({ isAll: true })).toMatchObject([{ webhookId: 'a' }]);
  });

  it('forgets receivers that have been idle for long, and is correct afterwards', () => {
    succeeded(1);
    shown();
    now = 60_001;
    log.forgetIdle();
    succeeded(2);
    expect(shown()).toHaveLength(1);
  });

  it('comes to the same, however often it is written, and whatever could not be', () => {
    const steps = fc.array(fc.record({ hasFailed: fc.boolean(), isWritten: fc.boolean(), isLost: fc.boolean() }));
    fc.assert(
      fc.property(steps, (attempts) => {
        const signs = new ReceiverSignLog(() => 0);
        const written = { success: '', failure: '', since: '', count: 0 };
        const expected = { success: '', failure: '', since: '', count: 0 };
        const write = () => {
          for (const taken of signs.take({ isAll: true })) {
            if (taken.lastSuccessAt) Object.assign(written, { success: taken.lastSuccessAt, since: '', count: 0 });
            if (taken.lastFailureAt) written.failure = taken.lastFailureAt;
            written.since ||= taken.failingSince ?? '';
            written.count += taken.failedAttempts;
          }
        };
        attempts.forEach(({ hasFailed, isWritten, isLost }, index) => {
          const at = moment(index + 1);
          signs.note({ companyId: 'c', webhookId: 'w', at, hasFailed });
          if (hasFailed) expected.failure = at;
          else Object.assign(expected, { success: at, since: '', count: 0 });
          if (hasFailed) expected.since ||= at;
          if (hasFailed) expected.count += 1;
          if (isLost) signs.giveBack(signs.take({ isAll: true }));
          if (isWritten) write();
        });
        write();
        expect(written).toEqual(expected);
      }),
    );
  });
});
