import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** As the proxy would send it that ends TLS. */
export function fetchBehindProxy(url, init = {}) {
  const headers = new globalThis.Headers(init.headers);
  headers.set('X-Forwarded-Proto', 'https');
  return globalThis.fetch(url, { ...init, headers });
}

/** An agent without a model: it calls the tools that a script says. */
export async function connectAgent(baseUrl, token) {
  const client = new Client({ name: 'mcp-eval', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new globalThis.URL(`${baseUrl}/mcp`), {
    fetch: fetchBehindProxy,
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return {
    calls: 0,
    /** The JSON of a tool's answer. */
    async get(name, input = {}) {
      const { text, isError } = await this.call(name, input);
      if (isError) throw new Error(`${name}: ${text}`);
      return JSON.parse(text.split('\n').at(-1));
    },
    /** Why a tool cannot do what it is asked. */
    async refusal(name, input) {
      const { text, isError } = await this.call(name, input);
      if (!isError) throw new Error(`${name} is no error: ${text}`);
      return text;
    },
    async call(name, input) {
      this.calls += 1;
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      return { text: content[0].text, isError };
    },
    close: () => client.close(),
  };
}
