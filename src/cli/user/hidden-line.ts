import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** Reads a line; what is typed on a terminal is not shown. */
export function readHiddenLine(question: string, input: Readable, output: Writable): Promise<string> {
  const terminal = 'isTTY' in input && input.isTTY === true;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (terminal) output.write(question);
  const lines = createInterface({ input, output: nowhere, terminal });
  return new Promise((resolve) => {
    let line = '';
    lines.once('line', (text) => {
      line = text;
      lines.close();
    });
    lines.once('close', () => {
      if (terminal) output.write('\n');
      resolve(line);
    });
  });
}
