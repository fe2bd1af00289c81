import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Channel } from './channel.js';

it('rejects a question to a process that is gone, and throws nothing', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  await once(child, 'exit');
  await expect(new Channel(child).ask('anything')).rejects.toThrow('The other process is gone');
});
