// Has a program do the tasks of an agent: node examples/agent.mjs -- <command>
// The command gets the brief as JSON on stdin; what it prints is the summary. An exit status other than 0 fails the work.
// PROJECTS_URL is the address of the service or of its API, such as https://localhost:3443/api; PROJECTS_API_KEY is a key of the
// agent. NODE_EXTRA_CA_CERTS=data/tls-certificate.pem trusts the certificate that the service has made for itself.
import { spawn } from 'node:child_process';
import { URL } from 'node:url';
import { createClient, runAgent } from 'project-management-sdk';

const [command, ...options] = process.argv.slice(process.argv.indexOf('--') + 1);
const { PROJECTS_URL: address = '', PROJECTS_API_KEY: apiKey } = process.env;
if (!process.argv.includes('--') || !command || !URL.canParse(address) || !apiKey) {
  console.error('PROJECTS_URL=… PROJECTS_API_KEY=… node examples/agent.mjs -- <command>');
  process.exit(1);
}

const text = async (stream) => (await stream.toArray()).join('').trim();

async function handle({ brief, signal }) {
  const child = spawn(command, options, { signal, stdio: 'pipe' });
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  child.stdin.on('error', () => undefined).end(JSON.stringify(brief));
  const [summary, problem, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status !== 0) throw new Error(problem || `${command} ended with ${status}`);
  return { summary: summary || 'Done.' };
}

const { origin, pathname } = new URL(address);
const client = createClient({ baseUrl: origin + (pathname === '/' ? '/api' : pathname), apiKey });
await client.getMe().catch((error) => {
  let cause = error;
  while (cause.cause) cause = cause.cause;
  console.error(`${address} does not answer as it should: ${cause.message}`);
  process.exit(1);
});
await runAgent(client, { handle });
