import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ResponseFormat {
  type: string;
  json_schema: {
    strict: boolean;
    schema: { required: string[]; properties: { findings: { items: { required: string[] } } } };
  };
}

/** What a provider was asked. */
export interface AiCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format: ResponseFormat;
    [field: string]: unknown;
  };
}

/** An AI provider on this machine: speaks OpenAI's protocol and gives the configured answers. */
export class AiServer {
  readonly calls: AiCall[] = [];
  private answers: RequestListener[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      this.calls.push({ method, path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      const answer = this.answers.shift();
      if (answer) answer(request, response);
      else response.writeHead(418).end('It was not told what to answer');
    });
  });

  static async start(): Promise<AiServer> {
    const server = new AiServer();
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  /** With a path of its own, as providers have. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/openai/v1`;
  }

  /** Answers the calls to come, each once, and forgets those that came. */
  willAnswer(...answers: RequestListener[]): void {
    this.answers = answers;
    this.calls.length = 0;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A completion that says `content`: an object as JSON. */
export function completion(content: unknown, usage: unknown = { prompt_tokens: 900, completion_tokens: 80 }) {
  return json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'model-of-today',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) },
      },
    ],
    usage,
  });
}

/** Any answer in JSON. */
export function json(body: unknown, status = 200): RequestListener {
  return text(JSON.stringify(body), status, { 'Content-Type': 'application/json' });
}

export function text(body: string, status = 200, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** The tasks that a prompt holds, as the model reads them. */
export function tasksOf({ body }: AiCall): Record<string, unknown>[] {
  const data = body.messages[1]!.content;
  return JSON.parse(/<tasks>\n([\s\S]*)\n<\/tasks>$/.exec(data)![1]!);
}
