import { TestEnvironment } from 'jest-environment-node';

/** What jest keeps on the global object about the suite that runs. */
const OF_ONE_SUITE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']);

/** The environment of each project. */
const kept = new Map();

/**
 * The global object of all suites of a worker, where the modules live that `kept-modules.mjs` keeps. Each suite begins with the
 * real clock and the environment variables of the first.
 */
export default class KeptEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { id } = config.projectConfig;
    const existing = kept.get(id);
    if (existing) return existing;
    super(config, context);
    kept.set(id, this);
    this.variables = { ...this.global.process.env };
  }

  async setup() {
    for (const symbol of Object.getOwnPropertySymbols(this.global))
      if (OF_ONE_SUITE.has(symbol.description)) delete this.global[symbol];
    const { env } = this.global.process;
    for (const name of Object.keys(env)) delete env[name];
    Object.assign(env, this.variables);
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
  }
}
