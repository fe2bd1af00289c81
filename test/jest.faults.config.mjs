import { dirname } from 'node:path';
import config, { http } from '../jest.config.mjs';

const rootDir = dirname(import.meta.dirname);

/** `npm run test:faults`: what takes its time, as real crashes and leases do. */
export default {
  ...config,
  rootDir,
  projects: [{ ...http, displayName: 'faults', rootDir, testMatch: ['<rootDir>/test/faults/**/*.fault-spec.ts'] }],
  testTimeout: 600_000,
  maxWorkers: 1,
};
