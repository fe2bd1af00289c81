import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildService } from '../../support/service-process.js';

const SCRIPT = join(__dirname, '../../../scripts/mcp-eval.mjs');

it('npm run mcp:eval: ten tasks are done with the tools, and the data is as it has to be', async () => {
  buildService();
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([output, code]).toEqual([expect.stringContaining('10 of 10 tasks done'), 0]);
});
