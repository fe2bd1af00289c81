import { createHmac } from 'node:crypto';
import { verifyWebhook } from './verify-webhook.js';

const BODY = '{"event":"task.created","data":{"title":"Grüße"}}';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

function sign(key: Buffer, { id = 'event-1', at = Date.now() } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${BODY}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const headers = (): Record<string, string> => sign(Buffer.alloc(24, 7));

describe('verifyWebhook', () => {
  it('takes text and bytes, and headers of either kind, in any case', async () => {
    const upperCase = Object.fromEntries(Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(BODY, headers(), SECRET)).toBe(true);
    expect(await verifyWebhook(Buffer.from(BODY), new Headers(headers()), SECRET)).toBe(true);
    expect(await verifyWebhook(BODY, upperCase, SECRET)).toBe(true);
  });

  it.each([
    ['a plain secret', 'a plain secret'],
    ['whsec_ is no base64!', 'whsec_ is no base64!'],
  ])('takes the bytes of %s', async (_name, secret) => {
    expect(await verifyWebhook(BODY, sign(Buffer.from(secret)), secret)).toBe(true);
  });

  it('takes one good signature among several', async () => {
    const good = headers();
    const several = { ...good, 'webhook-signature': `v1,AAAA v2,x ${good['webhook-signature']}` };
    expect(await verifyWebhook(BODY, several, SECRET)).toBe(true);
  });

  it('refuses another body, secret, id or age, and a request without a signature', async () => {
    expect(await verifyWebhook(`${BODY} `, headers(), SECRET)).toBe(false);
    expect(await verifyWebhook(BODY, headers(), 'another')).toBe(false);
    expect(await verifyWebhook(BODY, { ...headers(), 'webhook-id': 'event-2' }, SECRET)).toBe(false);
    expect(await verifyWebhook(BODY, sign(Buffer.alloc(24, 7), { at: Date.now() - 302_000 }), SECRET)).toBe(false);
    expect(await verifyWebhook(BODY, sign(Buffer.alloc(24, 7), { at: Date.now() + 302_000 }), SECRET)).toBe(false);
    expect(await verifyWebhook(BODY, { ...headers(), 'webhook-timestamp': 'soon' }, SECRET)).toBe(false);
    expect(await verifyWebhook(BODY, { ...headers(), 'webhook-signature': 'v1,?' }, SECRET)).toBe(false);
    expect(await verifyWebhook(BODY, {}, SECRET)).toBe(false);
  });
});
