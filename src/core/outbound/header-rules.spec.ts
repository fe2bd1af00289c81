import { headerNameProblem, headerValueProblem } from './header-rules.js';

describe('headerNameProblem', () => {
  it.each([
    'Authorization',
    'X-Api-Key',
    'cookie',
    'User-Agent',
    'x_token',
    'X-Webhooks',
    'Contents',
    "!#$%&'*+-.^_`|~",
  ])('takes %s', (name) => expect(headerNameProblem(name)).toBeUndefined());

  it.each([
    ...['Host', 'host', 'Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Expect'],
    ...['Proxy-Authorization', 'Proxy-Connection', 'Content-Length', 'content-type', 'Content-', 'X-Webhook-Signature'],
    ...['x-webhook-', '', ' ', 'a b', 'a:', 'a\r\nb', 'ä', 'a\0', '(a)', 'a/b', '世'],
  ])('refuses %j', (name) => expect(headerNameProblem(name)).toEqual(expect.any(String)));
});

describe('headerValueProblem', () => {
  it.each(['', 'Bearer abc', 'tab\there', 'é', '"quoted"'])('takes %j', (value) =>
    expect(headerValueProblem(value)).toBeUndefined(),
  );

  it.each(['a\rb', 'a\nb', 'a\r\nX: y', 'a\0b', '世', '\u{1F600}', '\x7f', '\x01'])('refuses %j', (value) =>
    expect(headerValueProblem(value)).toEqual(expect.any(String)),
  );
});
