import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(__dirname, 'oidc-provider-process.mjs');
const CLIENT_ID = 'project-management';
const CLIENT_SECRET = 'secret of the client';
const REDIRECT_URI = 'https://service.example.com/sign-in/sso';
/** From the first page of the provider to the last; far more than there are. */
const MOST_PAGES = 20;

/** The provider, with its own pages for signing in. */
export class OidcProvider {
  readonly clientId = CLIENT_ID;
  readonly clientSecret = CLIENT_SECRET;

  private constructor(
    readonly issuer: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<OidcProvider> {
    const options = [PROGRAM, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI];
    const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes('\n')) break;
    }
    // It writes more, which nobody reads.
    child.stdout.resume();
    return new OidcProvider(output.trim(), child);
  }

  /** What a browser brings back that is led to the address and signs in there. */
  async signIn(address: string, email: string): Promise<Record<string, string>> {
    const cookies = new Map<string, string>();
    const visit = async (url: string, form?: URLSearchParams) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const method = form ? 'POST' : 'GET';
      const response = await fetch(url, { method, body: form, headers: { cookie }, redirect: 'manual' });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return response;
    };
    let url = address;
    let response = await visit(url);
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const location = response.headers.get('location');
      if (location === null) {
        const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1];
        if (prompt === undefined) throw new Error(`No form at ${url}: ${response.status}`);
        response = await visit(url, new URLSearchParams({ prompt, login: email, password: 'any' }));
        continue;
      }
      url = new URL(location, url).href;
      if (url.startsWith(REDIRECT_URI)) return Object.fromEntries(new URL(url).searchParams);
      response = await visit(url);
    }
    throw new Error('The provider leads nowhere');
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }
}
