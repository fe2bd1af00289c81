import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { type TestCompany } from '../../factories/company.factory.js';
import { createWebhook, finishedDeliveriesOf, type TestWebhook } from '../../factories/webhook.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import { type ReceivedRequest, Receiver } from '../../support/receiver.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const HOUR = 3_600_000;
const MADE = /^whsec_[A-Za-z0-9+/]{43}=$/;
const FIRST = 'whsec_Zmlyc3Q=';
const SECOND = 'whsec_c2Vjb25k';
const THIRD = 'whsec_dGhpcmQ=';

let service: TestService;
let company: TestCompany;
let receiver: Receiver;
let webhook: TestWebhook;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  webhook = await createWebhook(company.admin, { url: receiver.url, events: ['epic.deleted'], secret: FIRST });
});
afterEach(() => receiver.stop());

const rotate = (body?: object) => company.admin.api.post(`/webhooks/${webhook.id}/rotate-secret`, body);

/** The next request that the receiver gets. */
async function nextRequest(): Promise<ReceivedRequest> {
  const count = receiver.requests.length + 1;
  await company.admin.api.post(`/webhooks/${webhook.id}/ping`);
  return (await receiver.received(count))[count - 1]!;
}

/** Which of the secrets verify the request, each by Standard Webhooks and by `X-Webhook-Signature`. */
async function validOf({ headers, text }: ReceivedRequest, secrets: string[]): Promise<[string[], string[]]> {
  const standard = secrets.filter((secret) => {
    try {
      return Boolean(new Webhook(secret).verify(text, headers as Record<string, string>));
    } catch {
      return false;
    }
  });
  const own = [];
  for (const secret of secrets)
    if (await verify(secret, text, String(headers['x-webhook-signature']))) own.push(secret);
  return [standard, own];
}

const hoursFromNow = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / (HOUR / 4)) / 4;

describe('POST /webhooks/{id}/rotate-secret', () => {
  it('makes a secret, shown this once, and signs with both for a day', async () => {
    const { status, body } = await rotate();
    expect([status, body]).toEqual([
      200,
      { secret: expect.stringMatching(MADE), previousValidUntil: expect.any(String) },
    ]);
    expect(hoursFromNow(body.previousValidUntil)).toBe(24);
    const request = await nextRequest();
    expect(await validOf(request, [FIRST, body.secret])).toEqual([[FIRST, body.secret], [body.secret]]);
    const [newer] = String(request.headers['webhook-signature']).split(' ');
    expect(await validOf({ ...request, headers: { ...request.headers, 'webhook-signature': newer } }, [FIRST])).toEqual(
      [[], []],
    );
    const shown =
      (await company.admin.api.get('/webhooks')).text + (await company.admin.api.get(`/webhooks/${webhook.id}`)).text;
    expect(shown).not.toMatch(/whsec_/);
    const rows = JSON.stringify(await service.database.rows('SELECT * FROM webhooks'));
    expect(rows).not.toMatch(/whsec_/);
  });

  it('takes a secret, and does not show it', async () => {
    const { status, body } = await rotate({ secret: SECOND, keepPreviousHours: 168 });
    expect([status, body.secret, hoursFromNow(body.previousValidUntil)]).toEqual([200, null, 168]);
    expect(await validOf(await nextRequest(), [FIRST, SECOND])).toEqual([[FIRST, SECOND], [SECOND]]);
  });

  it('drops the previous secret at once with 0 hours', async () => {
    expect(result(await rotate({ secret: SECOND, keepPreviousHours: 0 }))).toEqual([
      200,
      { secret: null, previousValidUntil: null },
    ]);
    expect(await validOf(await nextRequest(), [FIRST, SECOND])).toEqual([[SECOND], [SECOND]]);
  });

  it('keeps only one previous secret', async () => {
    await rotate({ secret: SECOND });
    await rotate({ secret: THIRD });
    expect(await validOf(await nextRequest(), [FIRST, SECOND, THIRD])).toEqual([[SECOND, THIRD], [THIRD]]);
    await rotate({ secret: FIRST, keepPreviousHours: 0 });
    expect(await validOf(await nextRequest(), [FIRST, SECOND, THIRD])).toEqual([[FIRST], [FIRST]]);
  });

  it.each([SECOND, THIRD])(
    'drops the previous secret when a PUT sets one, even the current one: %j',
    async (secret) => {
      await rotate({ secret: SECOND });
      expect((await company.admin.api.put(`/webhooks/${webhook.id}`, { secret })).status).toBe(200);
      expect(await validOf(await nextRequest(), [FIRST, SECOND, THIRD])).toEqual([[secret], [secret]]);
    },
  );

  it('stops signing with the previous secret when its time is over', async () => {
    await rotate({ secret: SECOND });
    await service.database.rows(
      `UPDATE webhooks SET previous_valid_until = now() - interval '1 second' WHERE id = $1`,
      [webhook.id],
    );
    const request = await nextRequest();
    expect(await validOf(request, [FIRST, SECOND])).toEqual([[SECOND], [SECOND]]);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const { body } = await company.admin.api.get(`/webhooks/${webhook.id}/deliveries/${delivery!.id}`);
    expect(body.request.headers['webhook-signature']).toBe(request.headers['webhook-signature']);
  });

  it('keeps no created secret for an Idempotency-Key', async () => {
    const post = (body: object, key: string) =>
      company.admin.api.post(`/webhooks/${webhook.id}/rotate-secret`, body, { headers: { 'Idempotency-Key': key } });
    const made = await post({}, `made-${webhook.id}`);
    const again = `The request was carried out and what it showed is shown once: it made ${webhook.id}`;
    expect(refusalOf(await post({}, `made-${webhook.id}`))).toEqual([409, 'CONFLICT', again]);
    const given = await post({ secret: SECOND }, `given-${webhook.id}`);
    expect(result(await post({ secret: SECOND }, `given-${webhook.id}`))).toEqual(result(given));
    expect(await validOf(await nextRequest(), [FIRST, made.body.secret, SECOND])).toEqual([
      [made.body.secret, SECOND],
      [SECOND],
    ]);
  });

  it('changes updatedAt', async () => {
    await rotate();
    const { body } = await company.admin.api.get(`/webhooks/${webhook.id}`);
    expect(body.updatedAt > webhook.updatedAt).toBe(true);
  });

  it.each([
    [{ secret: '' }, { secret: 'Must be at least 1 character' }],
    [{ secret: 7 }, { secret: 'Expected string' }],
    [{ keepPreviousHours: -1 }, { keepPreviousHours: 'Must be from 0 to 168' }],
    [{ keepPreviousHours: 169 }, { keepPreviousHours: 'Must be from 0 to 168' }],
    [{ keepPreviousHours: 0.5 }, { keepPreviousHours: 'Expected integer' }],
    [{ hours: 1 }, { hours: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await rotate(input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});
