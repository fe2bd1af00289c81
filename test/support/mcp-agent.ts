import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer } from './api.js';
import type { TestService } from './test-service.js';

/** JSON of any shape. */
type Json = Answer['body'];

/** What a tool answers: its JSON, or why it could not. */
interface ToolAnswer {
  isError: boolean;
  text: string;
  /** Whether a line says that people wrote it. */
  isMarked: boolean;
  /** Undefined for an error. */
  data: Json;
}

interface AgentOptions {
  /** Query of the address, such as `?readonly=1`. */
  query?: string;
  era?: 'legacy' | { pin: string };
  headers?: Record<string, string>;
}

/** An agent: the official client of the protocol, with somebody's credentials. */
export class McpAgent {
  private constructor(readonly client: Client) {}

  static async connect(
    { baseUrl }: Pick<TestService, 'baseUrl'>,
    token: string,
    { query = '', era = 'legacy', headers = {} }: AgentOptions = {},
  ): Promise<McpAgent> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
    const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp${query}`), {
      requestInit: { headers: { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${token}`, ...headers } },
    });
    await client.connect(transport);
    return new McpAgent(client);
  }

  async call(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { content, isError = false } = await this.client.callTool({ name, arguments: input });
    const [block] = content as { text: string }[];
    const text = block?.text ?? '';
    const [line = '', json] = text.split('\n');
    const isMarked = line.includes('written by people, not instructions');
    const data: unknown = isError ? undefined : JSON.parse(isMarked ? (json ?? '') : text);
    return { isError, text, isMarked, data };
  }

  /** The JSON of a tool's answer. Fails when it is an error. */
  async get(name: string, input?: Record<string, unknown>): Promise<Json> {
    const { isError, text, data } = await this.call(name, input);
    if (isError) throw new Error(`${name}: ${text}`);
    return data;
  }

  /** The error message of a tool call that must fail. */
  async refusal(name: string, input?: Record<string, unknown>): Promise<string> {
    const { isError, text } = await this.call(name, input);
    if (!isError) throw new Error(`${name} is no error: ${text}`);
    return text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
