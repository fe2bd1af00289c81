import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { ServerProcess } from './server-process.js';

/** A stream of server-sent events that is read line by line, or not at all. */
export class EventStream {
  private readonly request: ClientRequest;

  private constructor(request: ClientRequest) {
    this.request = request;
  }

  static async open(
    server: ServerProcess,
    path: string,
    headers: Record<string, string>,
    read?: (line: string) => void,
  ): Promise<EventStream> {
    const call = request(`${server.origin}${server.basePath}${path}`, {
      headers: { ...server.headers, ...headers, accept: 'text/event-stream' },
      agent: false,
    });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`A stream was refused: ${response.statusCode}`);
    response.on('error', () => undefined);
    if (!read) return new EventStream(call);
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(read);
    });
    return new EventStream(call);
  }

  close(): void {
    this.request.destroy();
  }
}
