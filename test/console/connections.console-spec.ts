import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { createAgent } from '../factories/agent.factory.js';
import { createProject } from '../factories/project.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';
import { OAuthProgram } from '../support/oauth-client.js';
import { STATE, TestProvider } from '../support/official-client.js';

describeConsole('connected apps', () => {
  let test: ConsoleTest;
  let program: OAuthProgram;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    program = await OAuthProgram.register(test.service.api, {
      name: 'Assistant',
      redirectUri: `${test.origin}/health`,
    });
  });
  afterAll(() => test.stop());

  const page = (changes?: Record<string, string | undefined>) => `/oauth/authorize?${program.query(changes)}`;
  /** What the program is told once the browser has gone back to it. */
  const answerOf = async (opened: Awaited<ReturnType<ConsoleTest['open']>>) => {
    await opened.waitForURL(/\/health\?/);
    return new URL(opened.url()).searchParams;
  };

  it('are let in for chosen projects, by whom has to sign in first, and disconnected', async () => {
    const { member } = test.company;
    await createProject(member, { name: 'Website' });
    await createProject(member, { name: 'Other' });
    const opened = await test.open(page());
    await opened.getByLabel('Email').fill(member.email);
    await opened.getByLabel('Password').fill(member.password);
    await opened.getByRole('button', { name: 'Sign in', exact: true }).click();
    await opened.getByRole('heading', { level: 1, name: 'Connect', exact: true }).waitFor();
    await opened.getByText('Assistant asks to be let in.').waitFor();
    await opened.getByText(/goes back to localhost/).waitFor();
    await expectAccessible(opened);
    expect(await opened.getByRole('radio', { name: 'All projects' }).isChecked()).toBe(true);
    await opened.getByRole('radio', { name: 'Chosen projects' }).check();
    expect(await opened.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true);
    await opened.getByRole('checkbox', { name: 'Website' }).check();
    await opened.getByRole('radio', { name: 'Read', exact: true }).check();
    await opened.getByRole('button', { name: 'Allow' }).click();
    const answer = await answerOf(opened);
    expect([answer.get('state'), answer.get('iss')]).toEqual(['a state', test.publicUrl]);
    const { body } = await program.exchange(answer.get('code') ?? '');
    expect(body.scope).toBe('projects');
    const reached = await test.service.api.as(body.access_token).get('/projects');
    expect(reached.body.map(({ name }: { name: string }) => name)).toEqual(['Website']);

    await opened.goto('/settings/connections');
    const row = opened.getByRole('table', { name: 'Connected apps' }).getByRole('row', { name: /^Assistant/ });
    await row.getByText('Website').waitFor();
    await row.getByText('Read', { exact: true }).waitFor();
    await expectAccessible(opened);
    await row.getByRole('button', { name: 'Disconnect' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await test.service.api.as(body.access_token).get('/me')).status).toBe(401);
    await closeClean(opened);
  });

  it('are the official client, from the first refusal to the answer of a tool', async () => {
    const { admin } = test.company;
    const provider = new TestProvider(`${test.origin}/health`, 'projects');
    // It is told the address in front of the service, and reaches the service behind that.
    const proxied = (input: string | URL | Request, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set('X-Forwarded-Proto', 'https');
      return fetch(
        String(input instanceof Request ? input.url : input).replace(
          test.publicUrl,
          new URL(test.service.baseUrl).origin,
        ),
        {
          ...init,
          headers,
        },
      );
    };
    const newTransport = () =>
      new StreamableHTTPClientTransport(new URL(`${test.publicUrl}/api/mcp`), {
        authProvider: provider,
        fetch: proxied,
      });
    const newClient = () => new Client({ name: 'official', version: '1' });
    const transport = newTransport();
    await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
    const opened = await test.open(`/oauth/authorize${provider.page?.search}`, admin);
    await opened.getByText('Official client asks to be let in.').waitFor();
    await opened.getByRole('button', { name: 'Allow' }).click();
    const answer = await answerOf(opened);
    expect(answer.get('state')).toBe(STATE);
    await transport.finishAuth(answer);
    const client = newClient();
    await client.connect(newTransport());
    const { content } = await client.callTool({ name: 'get_context', arguments: {} });
    expect(JSON.stringify(content)).toContain(admin.email);
    await client.close();
    await closeClean(opened);
  });

  it('are let in as an agent', async () => {
    const agent = await createAgent(test.company.owner, 'Otto');
    const opened = await test.open(page(), test.company.admin);
    const identities = opened.getByRole('radiogroup', { name: 'As' });
    await identities.getByRole('radio', { name: 'Otto' }).check();
    await opened.getByRole('button', { name: 'Allow' }).click();
    const { body } = await program.exchange((await answerOf(opened)).get('code') ?? '');
    expect((await test.service.api.as(body.access_token).get('/me')).body.agent.id).toBe(agent.id);
    await closeClean(opened);
  });

  it('are denied, and told so', async () => {
    const opened = await test.open(page({ scope: 'projects' }), test.company.viewer);
    expect(await opened.getByRole('radio', { name: 'Read and write' }).isDisabled()).toBe(true);
    await opened.getByRole('button', { name: 'Deny' }).click();
    expect((await answerOf(opened)).get('error')).toBe('access_denied');
    await closeClean(opened);
  });

  it('are sent back with what is wrong, where that is certain', async () => {
    const wrong = await test.open(page({ resource: 'https://other.example' }), test.company.member);
    expectStatus(wrong, 400);
    expect((await answerOf(wrong)).get('error')).toBe('invalid_target');
    // Anybody can register an address: nobody is sent to one on the web without a look at it.
    const redirectUri = 'https://app.example/callback';
    const hosted = await OAuthProgram.register(test.service.api, { redirectUri });
    const kept = await test.open(`/oauth/authorize?${hosted.query({ scope: 'all' })}`, test.company.member);
    expectStatus(kept, 400);
    const back = kept.getByRole('link', { name: 'Go back to app.example' });
    expect(await back.getAttribute('href')).toMatch(/^https:\/\/app\.example\/callback\?error=invalid_scope&.*&iss=/);
    await kept.getByText('This app cannot be connected').waitFor();
    expect(new URL(kept.url()).pathname).toBe('/oauth/authorize');
    const elsewhere = await test.open(page({ redirect_uri: 'https://evil.example/' }), test.company.member);
    expectStatus(elsewhere, 400);
    await elsewhere.getByText('This app cannot be connected').waitFor();
    expect(new URL(elsewhere.url()).pathname).toBe('/oauth/authorize');
  });

  it('are warned of on this computer, and shown in no frame', async () => {
    const local = await OAuthProgram.register(test.service.api, { name: 'Local' });
    const opened = await test.open(`/oauth/authorize?${local.query()}`, test.company.member);
    await opened.getByText(/^That is this computer/).waitFor();
    const answer = await opened.request.get(page(), { headers: { Accept: 'text/html' } });
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    await closeClean(opened);
  });

  it('are a matter of the company, too', async () => {
    const opened = await test.open('/settings/company', test.company.admin);
    await opened.getByLabel('Who may connect apps').selectOption({ label: 'Nobody' });
    const setting = async () => (await test.company.admin.api.get('/company')).body.oauth;
    await eventually('nobody may', async () => (await setting()) === 'off');
    await opened.getByLabel('Who may connect apps').selectOption({ label: 'Everyone' });
    await eventually('everyone may', async () => (await setting()) === 'everyone');
    await closeClean(opened);
  });
});
