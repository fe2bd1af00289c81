import { Logger } from '@nestjs/common';
import { SessionStrategy } from './session.strategy.js';

const NOW = Date.parse('2026-11-27T10:00:30Z');
const TOKEN = 'a'.repeat(43);

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
});
afterEach(() => jest.useRealTimers());

/** With a session that was last used two minutes ago. */
function authenticationWith(writeUse: (used: ReadonlyMap<string, number>) => Promise<void>): SessionStrategy {
  const session = { lastSeenAt: NOW - 120_000, startedAt: NOW - 120_000, credentialVersion: 1, method: 'password' };
  const sessions = { find: () => Promise.resolve(session), writeUse };
  const users = { find: () => Promise.resolve({ active: true, credentialVersion: 1, role: 'MEMBER' }) };
  return new SessionStrategy({}, sessions as never, users as never, { sessionIdleHours: 8 } as never);
}

it('tries a use that could not be written again, without another use', async () => {
  const writeUse = jest.fn<Promise<void>, [ReadonlyMap<string, number>]>().mockRejectedValueOnce(new Error('away'));
  writeUse.mockResolvedValue(undefined);
  await authenticationWith(writeUse).validate({ ip: '127.0.0.1', headers: {} } as never, TOKEN);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(writeUse).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(writeUse.mock.calls.map(([used]) => [...used.values()])).toEqual([[NOW], [NOW]]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(writeUse).toHaveBeenCalledTimes(2);
});
