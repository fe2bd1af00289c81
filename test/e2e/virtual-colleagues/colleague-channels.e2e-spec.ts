import { readFileSync } from 'node:fs';
import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { actionsOf, scan } from '../../factories/colleague.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { behaveAs, CHAT_SERVICES } from '../../support/chat-services.js';
import { eventually } from '../../support/eventually.js';
import { mailsTo } from '../../support/mails.js';
import { SpeakingColleagues } from '../../support/speaking-colleagues.js';

const CHAT_FORMATS = Object.keys(CHAT_SERVICES);

/** Every syntax of mentions and links that one of the services has. */
const HOSTILE = [
  '@everyone @here @channel @all @max',
  '<!channel> <!here> <!subteam^S1> <@U1> <#C1>',
  '<@1> <@!1> <@&2> <users/all> <users/1> <at>Max</at>',
  '[Reset](https://evil.example) <https://evil.example|Reset>',
  '||hidden|| **b** _i_ `c` https://example.com/a?b=1&c=2',
];

const speaking = new SpeakingColleagues();

const test = ({ id }: { id: string }, channel: unknown, user = speaking.company.admin) =>
  user.api.post(`/virtual-colleagues/${id}/test-message`, { channel });

/** The whole body of the message that the format has of hostile titles, as it was checked by eye. */
const checkedMessage = (format: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../support/chat-messages/${format}.json`, import.meta.url), 'utf8'));

describe('a message in the format of a chat', () => {
  it.each(CHAT_FORMATS)('%s is taken whole by the service, and calls nobody', async (format) => {
    behaveAs(speaking.chat, format, 1);
    speaking.project = await createProject(speaking.company.owner, { key: format.replaceAll('_', '').toUpperCase() });
    for (const title of HOSTILE) await speaking.task({ title, assigneeId: speaking.company.member.id });
    const colleague = await speaking.create(speaking.withChat({ format }));
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ sent: HOSTILE.length, failed: 0 });
    expect(await speaking.lastRun(colleague)).toMatchObject({ status: 'success', error: null });
    // The first was put off, which is no failure.
    expect(speaking.chat.posts).toEqual([checkedMessage(format), checkedMessage(format)]);
  });

  it.each(CHAT_FORMATS)('%s is as long as the service takes it', async (format) => {
    behaveAs(speaking.chat, format);
    const title = '日本 & <Käse> '.repeat(40).slice(0, 500);
    for (let n = 0; n < 25; n += 1) await speaking.task({ title, assigneeId: speaking.company.member.id });
    const message = `{{task.title}} ${'x'.repeat(480)}`;
    const colleague = await speaking.create(speaking.withChat({ format }), [{ message }]);
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ sent: 25, failed: 0 });
    expect(speaking.chat.posts.length).toBeGreaterThan(1);
  });

  it('of a thread for each task goes there, and says so in the address', async () => {
    behaveAs(speaking.chat, 'google_chat');
    const [one, other] = [
      await speaking.task({ assigneeId: speaking.company.member.id }),
      await speaking.task({ assigneeId: speaking.company.member.id }),
    ];
    const chatOf = { webhookUrl: `${speaking.chat.url}?key=a%3D&token=b`, format: 'google_chat', threadPerTask: true };
    const colleague = await speaking.create({ notifications: { chat: chatOf } }, [
      {},
      { name: 'Again', type: 'report' },
    ]);
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ sent: 4 });
    const threads = [one.id, other.id].map((threadKey) => ({ threadKey }));
    expect(speaking.chat.posts.map((post) => (post as unknown as { thread: unknown }).thread)).toEqual(threads);
    const reply = 'messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';
    expect(speaking.chat.paths).toEqual(Array(2).fill(`/hooks/secret-path?key=a%3D&token=b&${reply}`));
  });
});

describe('a chat that asks to wait', () => {
  it('is waited for 60 s a run in all: past that it has failed, at once', async () => {
    await speaking.task({ assigneeId: speaking.company.member.id });
    const colleague = await speaking.create(speaking.withChat({}));
    speaking.chat.answer = (response) => response.writeHead(429, { 'Retry-After': '61' }).end();
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ sent: 0, failed: 1 });
    expect(speaking.chat.posts).toHaveLength(1);
    expect(await speaking.lastRun(colleague)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/chat.* 429$/),
    });
  });
});

describe('a chat that is gone', () => {
  it.each([404, 410])('with %s gets no second attempt, and is off after three runs in a row', async (status) => {
    const { id } = await speaking.task({ assigneeId: speaking.company.member.id });
    const colleague = await speaking.create(speaking.withChat({ format: 'plain' }));
    const off = async () => (await speaking.put(colleague, {})).body.notifications!.chat!.disabledReason;
    for (const answer of [status, status, 200, status, status]) {
      speaking.chat.answer = answer;
      await speaking.scanAgain(colleague);
    }
    expect([speaking.chat.posts.length, await off()]).toEqual([5, undefined]);
    expect(await speaking.scanAgain(colleague)).toMatchObject({ sent: 0, failed: 1 });
    const reason = 'The chat has answered 404 or 410 in three runs in a row';
    expect([speaking.chat.posts.length, await off()]).toEqual([6, reason]);
    for (const user of [speaking.company.owner, speaking.company.admin]) {
      const [entry] = await speaking.entries(user, 'webhook', 1, colleague.id);
      expect(entry).toMatchObject({
        kind: 'company',
        thing: { type: 'colleague', id: colleague.id, name: 'Steve & Co' },
        events: [
          { text: expect.stringContaining('3 runs in a row have failed'), actor: { type: 'colleague' } },
          { text: 'Its chat is off: it answered 404 or 410 in three runs in a row', actor: { name: 'Steve & Co' } },
        ],
      });
    }
    expect((await speaking.company.member.api.get('/inbox?reason=webhook')).body).toEqual([]);
    expect(await speaking.scanAgain(colleague)).toMatchObject({ actionsGenerated: 1, sent: 0, failed: 0 });
    expect((await actionsOf(speaking.company.owner, colleague))[0]).toMatchObject({ status: 'logged', taskId: id });
    expect([speaking.chat.posts.length, (await speaking.lastRun(colleague)).status]).toEqual([6, 'success']);
    // What an answer shows can be written back, and turns it on again.
    const { notifications } = (await speaking.put(colleague, {})).body;
    expect(await speaking.put(colleague, notifications)).toMatchObject({
      status: 200,
      body: { notifications: speaking.withChat({ format: 'plain' }).notifications },
    });
    speaking.chat.answer = 200;
    expect(await speaking.scanAgain(colleague)).toMatchObject({ sent: 1 });
  });

  it('is no other failure: of three in a row ADMIN and OWNER are told, once until a run succeeds', async () => {
    await speaking.task({ assigneeId: speaking.company.member.id });
    const colleague = await speaking.create(speaking.withChat({}));
    const fail = async (times: number) => {
      speaking.chat.answer = (response) => response.writeHead(429, { 'Retry-After': '61' }).end();
      for (let n = 0; n < times; n += 1) expect(await speaking.scanAgain(colleague)).toMatchObject({ failed: 1 });
      speaking.chat.answer = 200;
    };
    const isTold = (times: number) =>
      eventually(
        `told ${times} times`,
        async () => (await speaking.entries(speaking.company.owner, 'webhook', 1, colleague.id))[0].count === times,
      );
    await fail(2);
    await speaking.scanAgain(colleague);
    await fail(4);
    await isTold(1);
    await speaking.scanAgain(colleague);
    await fail(3);
    await isTold(2);
    const [{ events }] = await speaking.entries(speaking.company.owner, 'webhook', 1, colleague.id);
    const text = '3 runs in a row have failed: The chat did not take everything: Answered with the status 429';
    expect(events.map((event: { text: string }) => event.text)).toEqual([text, text]);
  });
});

describe('the channels of a colleague', () => {
  it('are shown as they were given, and merged part by part', async () => {
    const colleague = await speaking.create(speaking.withChat({ format: 'teams' }));
    const webhookUrl = speaking.chat.url;
    expect(colleague.notifications).toEqual({ chat: { webhookUrl, format: 'teams' } });
    const steps: [given: unknown, shown: unknown][] = [
      [{ inbox: false }, { chat: { webhookUrl, format: 'teams' }, inbox: false }],
      [{ mail: { to: 'people' } }, { chat: { webhookUrl, format: 'teams' }, mail: { to: 'people' }, inbox: false }],
      [
        { chat: { format: null }, inbox: null },
        { chat: { webhookUrl }, mail: { to: 'people' } },
      ],
      [{ chat: { format: 'google_chat', threadPerTask: true } }, expect.anything()],
      [{ chat: { webhookUrl: `${webhookUrl}/2` } }, expect.anything()],
      [
        { mail: { to: [speaking.company.member.id, speaking.company.member.id.toUpperCase()] } },
        {
          chat: { webhookUrl: `${webhookUrl}/2`, format: 'google_chat', threadPerTask: true },
          mail: { to: [speaking.company.member.id] },
        },
      ],
      [{ chat: null }, { mail: { to: [speaking.company.member.id] } }],
      [{ chat: { webhookUrl } }, { chat: { webhookUrl }, mail: { to: [speaking.company.member.id] } }],
      [null, null],
    ];
    for (const [given, shown] of steps) {
      expect((await speaking.put(colleague, given)).body.notifications).toEqual(shown);
    }
    const same = await speaking.put(colleague, {});
    expect((await speaking.put(colleague, { chat: null, inbox: null })).body.updatedAt).toBe(same.body.updatedAt);
    expect(
      (await speaking.company.member.api.get(`/virtual-colleagues/${colleague.id}`)).body.notifications,
    ).toBeNull();
  });

  it.each<[notifications: object, details: object]>([
    [{ chat: { format: 'slack' } }, { 'notifications.chat.webhookUrl': 'Required' }],
    [
      { chat: { webhookUrl: 'https://chat.example.com', format: 'irc' } },
      { 'notifications.chat.format': expect.stringMatching(/^Must be one of: auto, slack/) },
    ],
    [
      { chat: { webhookUrl: 'https://x.webhook.office.com/webhookb2/y' } },
      { 'notifications.chat.webhookUrl': 'Teams connectors have been retired; make a workflow' },
    ],
    [
      { chat: { webhookUrl: 'https://hooks.slack.com/services/T', threadPerTask: true } },
      { 'notifications.chat.threadPerTask': 'Only the format google_chat has threads' },
    ],
    [{ mail: {} }, { 'notifications.mail.to': 'Required' }],
    [{ mail: { to: 'all' } }, { 'notifications.mail.to': 'Must be people or an array of ids of users' }],
    [{ mail: { to: [] } }, { 'notifications.mail.to': 'Must hold 1 to 50 ids' }],
    [{ mail: { to: ['x'] } }, { 'notifications.mail.to': 'Invalid uuid' }],
    [{ inbox: 'yes' }, { 'notifications.inbox': 'Expected boolean' }],
  ])('are refused: %j', async (notifications, details) => {
    const created = await speaking.company.owner.api.post('/virtual-colleagues', {
      name: 'X',
      role: 'member',
      notifications,
    });
    expect(refusalOf(created)).toEqual([400, 'VALIDATION_ERROR', details]);
    expect(refusalOf(await speaking.put(await speaking.create({}), notifications))).toEqual([
      400,
      'VALIDATION_ERROR',
      details,
    ]);
  });

  it('name at most 50 users, who must be active', async () => {
    const ids = Array.from({ length: 51 }, (_, n) => `01890000-0000-7000-8000-0000000000${n + 10}`);
    const colleague = await speaking.create({});
    expect((await speaking.put(colleague, { mail: { to: ids } })).status).toBe(400);
    for (const unknown of [UNKNOWN_ID, speaking.stranger.owner.id]) {
      const answer = await speaking.put(colleague, { mail: { to: [speaking.company.owner.id, unknown] } });
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'User not found']);
    }
  });
});

describe('a test message', () => {
  it('says only that it is a test, of a disabled colleague, too', async () => {
    behaveAs(speaking.chat, 'discord');
    const colleague = await speaking.create({ active: false, ...speaking.withChat({ format: 'discord' }) });
    const sent = { status: 'sent', reason: null, durationMs: expect.any(Number) };
    expect(result(await test(colleague, 'chat'))).toEqual([200, sent]);
    const content = '**Steve ＆ Co**\n• This is a test message.';
    expect(speaking.chat.posts).toEqual([{ content, allowed_mentions: { parse: [] } }]);
    await speaking.put(colleague, { mail: { to: [speaking.company.member.id] } });
    expect(result(await test(colleague, 'mail'))).toEqual([200, sent]);
    const [mail] = (await mailsTo(speaking.company.admin.email, speaking.service.configuration.dataDirectory)).slice(
      -1,
    );
    expect(mail).toContain('Subject: Test message of Steve & Co');
    expect(mail).toContain('This is a test message.');
  });

  it.each<[answer: number | undefined, reason: string]>([
    [404, 'http_404'],
    [302, 'http_302'],
    [429, 'http_429'],
    [500, 'http_500'],
    [undefined, 'connection'],
  ])('that is answered %s fails with %s, after one attempt', async (answer, reason) => {
    speaking.chat.answer = (response) => {
      if (answer === undefined) response.destroy();
      else response.writeHead(answer).end('a secret of the receiver');
    };
    const colleague = await speaking.create(speaking.withChat({}));
    const { status, body } = await test(colleague, 'chat');
    expect([status, body]).toEqual([200, { status: 'failed', reason, durationMs: expect.any(Number) }]);
    expect(speaking.chat.posts).toHaveLength(1);
  });

  it('that finds no public address, or waits in vain, says so', async () => {
    const colleague = await speaking.create({ notifications: { chat: { webhookUrl: 'https://ten.invalid/' } } });
    const outbound = speaking.service.app.get(OutboundHttp);
    const spy = jest.spyOn(outbound, 'post');
    for (const failure of ['address_refused', 'timeout'] as const) {
      spy.mockResolvedValueOnce({
        statusCode: null,
        answer: null,
        retryAfter: null,
        durationMs: 1,
        error: '-',
        failure,
      });
      expect((await test(colleague, 'chat')).body).toMatchObject({ status: 'failed', reason: failure });
    }
    spy.mockRestore();
  });

  it('needs the channel, and an ADMIN', async () => {
    const colleague = await speaking.create({ notifications: { inbox: true } });
    const missing = (channel: string) => `The colleague has no ${channel}; set notifications.${channel} first`;
    expect(refusalOf(await test(colleague, 'chat'))).toEqual([409, 'CONFLICT', missing('chat')]);
    expect(refusalOf(await test(colleague, 'mail'))).toEqual([409, 'CONFLICT', missing('mail')]);
    expect(refusalOf(await test(colleague, 'inbox'))).toEqual([
      400,
      'VALIDATION_ERROR',
      { channel: 'Must be one of: chat, mail' },
    ]);
    expect(result(await test(colleague, 'chat', speaking.company.member))).toEqual(FORBIDDEN);
    expect((await test({ id: UNKNOWN_ID }, 'chat')).status).toBe(404);
    expect((await test(colleague, 'chat', speaking.stranger.owner)).status).toBe(404);
  });
});
