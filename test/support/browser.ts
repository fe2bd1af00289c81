import type { TestUser } from '../factories/company.factory.js';
import type { Answer, Api } from './api.js';

/** What a browser sends from the service's own pages. */
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** A browser that calls the service from its own pages, and keeps the cookies that it gets. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly api: Api,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** One in which the user has signed in with the password. */
  static async of(
    api: Api,
    { email, password }: Pick<TestUser, 'email' | 'password'>,
    headers?: Record<string, string>,
  ): Promise<Browser> {
    const browser = new Browser(api, headers);
    const answer = await browser.post('/session', { email, password });
    if (answer.status !== 200) throw new Error(`POST /session: ${answer.text}`);
    return browser;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Another browser with the same cookies. */
  copy(api = this.api): Browser {
    const copy = new Browser(api, this.headers);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, body);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', path, body);
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send('DELETE', path, body);
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const { cookie } = this;
    const headers = { ...OWN_PAGE, ...this.headers, ...(cookie !== '' && { Cookie: cookie }) };
    const answer = await this.api.send(method, path, body, { headers });
    for (const set of answer.headers.getSetCookie()) this.keep(set);
    return answer;
  }

  private keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (/; Max-Age=0;/.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
