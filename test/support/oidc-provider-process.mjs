/**
 * A provider of OpenID Connect made of `oidc-provider`, in a process of its own because Jest cannot require that:
 * `node oidc-provider-process.mjs <client id> <client secret> <redirect address>` prints its issuer as a line once it runs.
 * Everybody may sign in, and has a verified e-mail: what they sign in as.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [clientId = '', clientSecret = '', redirectUri = ''] = process.argv.slice(2);

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  claims: { email: ['email', 'email_verified'] },
  findAccount: (_context, email) => ({
    accountId: email,
    claims: () => ({ sub: email, email, email_verified: true }),
  }),
});
server.on('request', provider.callback());
process.stdout.write(`${issuer}\n`);
