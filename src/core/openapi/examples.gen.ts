// Recorded by test/e2e/openapi-examples.e2e-spec.ts: npm run openapi:examples
import type { Example } from './examples.js';

export const EXAMPLES: Readonly<Record<string, Example>> = {};
