// `npm run mcp:eval`: performs ten tasks, as people give them to agents, with scripted tool calls on its own service. Then it
// checks the data over the API. Exits with 1 when a task fails.
import './node-version.mjs';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAgent } from './mcp-eval/agent.mjs';
import { startService } from './mcp-eval/service.mjs';
import { TASKS } from './mcp-eval/tasks.mjs';
import { makeWorld } from './mcp-eval/world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mcp-eval-'));
// Started by root, PostgreSQL runs as a user of its own.
await chmod(folder, 0o755);
const service = await startService(folder);
try {
  const world = await makeWorld(service.clientOf);
  const agent = await connectAgent(service.baseUrl, world.token);
  let failed = 0;
  for (const { asks, play, check } of TASKS) {
    const before = agent.calls;
    try {
      const said = await play(agent, world);
      await check(world.api, world, said);
      console.log(`✔ ${asks} (${agent.calls - before} calls)`);
    } catch (error) {
      failed += 1;
      console.log(`✘ ${asks}\n${error instanceof assert.AssertionError ? error.message : error.stack}`);
    }
  }
  console.log(`${TASKS.length - failed} of ${TASKS.length} tasks done, ${agent.calls} calls`);
  process.exitCode = failed > 0 ? 1 : 0;
  await agent.close();
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
