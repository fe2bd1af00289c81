import { once } from 'node:events';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type CommandParser, createClient, defineScript } from 'redis';
import { type RateLimitRecord, type RateLimitStore, rateLimitRecord, type SharedCount } from './rate-limit.js';

/**
 * Half of the time that Redis has to answer. Two halves, so that a stall of this process is not taken for one of Redis:
 * a timer that fires late gives the reply another turn of the event loop to be read.
 */
const HALF_REPLY_TIMEOUT_MILLISECONDS = 250;
const CONNECT_TIMEOUT_MILLISECONDS = 2_000;
const RECONNECT_DELAY_MILLISECONDS = 500;
const PING_INTERVAL_MILLISECONDS = 1_000;
/** A connection on which nothing was sent or received for this long is replaced: a ping has had no answer. */
const SOCKET_TIMEOUT_MILLISECONDS = 4_000;
const LOG_INTERVAL_MILLISECONDS = 60_000;

interface Hit extends SharedCount {
  readonly resetAt: number;
}

/**
 * Adds hits in one atomic step; 0 hits begin no window. A key without an expiry is a new window, or a broken one that
 * starts over.
 */
const hit = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local left = redis.call('PTTL', KEYS[1])
    if left >= 0 then
      return {redis.call('HINCRBY', KEYS[1], 'count', ARGV[2]), left, tonumber(redis.call('HGET', KEYS[1], 'resetAt'))}
    end
    left = tonumber(ARGV[1])
    local time = redis.call('TIME')
    local resetAt = time[1] * 1000 + math.floor(time[2] / 1000) + left
    if ARGV[2] == '0' then return {0, left, resetAt} end
    redis.call('HSET', KEYS[1], 'count', ARGV[2], 'resetAt', resetAt)
    redis.call('PEXPIRE', KEYS[1], left)
    return {tonumber(ARGV[2]), left, resetAt}
  `,
  parseCommand(parser: CommandParser, key: string, ttl: number, hits: number) {
    parser.pushKey(key);
    parser.push(String(ttl), String(hits));
  },
  transformReply: ([count, millisecondsLeft, resetAt]: [number, number, number]): Hit => ({
    count,
    millisecondsLeft,
    resetAt,
  }),
});

const createRedisClient = (url: string) =>
  createClient({
    url,
    scripts: { hit },
    disableOfflineQueue: true,
    // The library's own timeout ends when a command is written and doubles its cost; `inTime` replaces it.
    commandOptions: { timeout: undefined },
    pingInterval: PING_INTERVAL_MILLISECONDS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
      socketTimeout: SOCKET_TIMEOUT_MILLISECONDS,
      reconnectStrategy: RECONNECT_DELAY_MILLISECONDS,
    },
  });

/**
 * Counts exactly over all instances that share a Redis (6 or newer), by the clock of Redis. While Redis does not count,
 * requests are let through at once and logged once a minute; it reconnects and counts again by itself.
 */
export class RedisRateLimitStore implements RateLimitStore, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(RedisRateLimitStore.name);
  private readonly client: ReturnType<typeof createRedisClient>;
  /** A command is overdue. Nothing more is sent until its reply, or a new connection, shows that Redis is back. */
  private overdue = false;
  private failureLogged = false;
  private nextFailureLog = 0;
  private letThroughCount = 0;

  /** @throws TypeError when `url` is no redis: or rediss: address. */
  constructor(url: string) {
    this.client = createRedisClient(url)
      .on('error', (error: Error) => this.onFailure(error))
      .on('ready', () => this.onConnected());
  }

  /** Resolves once connected, or once the first attempt has failed: the service starts without Redis, too. */
  async onModuleInit(): Promise<void> {
    const firstAttempt = once(this.client, 'ready').catch(() => undefined);
    // Every failed attempt is an 'error' event and is repeated; the promise rejects only when closed meanwhile.
    this.client.connect().catch(() => undefined);
    await firstAttempt;
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  async increment(key: string, ttl: number, limit: number): Promise<RateLimitRecord> {
    const counted = await this.countShared(key, ttl, 1);
    if (!counted) return this.letThrough(ttl, limit);
    return rateLimitRecord(counted.count, limit, counted.resetAt, counted.millisecondsLeft);
  }

  /** Undefined while Redis does not count. */
  async countShared(key: string, ttl: number, hits: 0 | 1): Promise<Hit | undefined> {
    if (!this.client.isReady || this.overdue) return undefined;
    try {
      const counted = await this.inTime(this.client.hit(`rate-limit:${key}`, ttl, hits));
      this.onSuccess();
      return counted;
    } catch (error) {
      this.onFailure(error as Error);
      return undefined;
    }
  }

  private letThrough(ttl: number, limit: number): RateLimitRecord {
    this.letThroughCount += 1;
    return rateLimitRecord(0, limit, Date.now() + ttl, ttl);
  }

  private inTime(reply: Promise<Hit>): Promise<Hit> {
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.overdue = true;
        reject(new Error(`no reply within ${2 * HALF_REPLY_TIMEOUT_MILLISECONDS} ms`));
      };
      let timer = setTimeout(() => {
        timer = setTimeout(expire, HALF_REPLY_TIMEOUT_MILLISECONDS);
      }, HALF_REPLY_TIMEOUT_MILLISECONDS);
      void reply.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.overdue = false;
      });
    });
  }

  private onConnected(): void {
    this.nextFailureLog = 0;
    this.onSuccess();
  }

  private onSuccess(): void {
    if (!this.failureLogged) return;
    this.failureLogged = false;
    this.logger.warn(`Redis counts requests again; let through uncounted: ${this.letThroughCount}`);
    this.letThroughCount = 0;
  }

  private onFailure(error: NodeJS.ErrnoException): void {
    const now = Date.now();
    if (now < this.nextFailureLog) return;
    this.nextFailureLog = now + LOG_INTERVAL_MILLISECONDS;
    this.failureLogged = true;
    this.logger.warn(`Redis does not count requests, they are let through: ${error.message || error.code}`);
  }
}
