import { DataSource, Entity } from 'typeorm';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { Naming } from '#common/database/naming.js';
import type { Configuration } from '#config/configuration.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import { migrate } from '#core/database/schema/migrate.js';
import { SecretColumn } from '#core/secrets/secret.column.js';
import { rotateSecrets } from '#core/secrets/secret-rotation.js';
import { Secrets } from '#core/secrets/secrets.js';
import { runCommand } from '../../support/command.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';

@Entity('vaults')
class Vault extends CompanyScopedEntity {
  @SecretColumn()
  secret: string;

  @SecretColumn({ nullable: true })
  chatUrl: string | null;
}

const [OLD, NEW, LOST] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const under = (...secretsKeys: Buffer[]) => new Secrets({ secretsKeys } as unknown as Configuration);
const placeOf = ({ companyId, id }: Vault, column: string) => ({ table: 'vaults', column, companyId, id });

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await TestDatabase.create('template1');
  dataSource = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [Vault],
    namingStrategy: new Naming(),
    synchronize: true,
  }).initialize();
  await migrate(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.close();
});

async function store(count: number, secrets: Secrets): Promise<Vault[]> {
  const now = new Date().toISOString();
  const vaults = Array.from({ length: count }, (_, index) => {
    const vault = Object.assign(new Vault(), { companyId: uuidv7(), id: uuidv7(), createdAt: now, updatedAt: now });
    vault.secret = secrets.encrypt(`secret ${index}`, placeOf(vault, 'secret'));
    vault.chatUrl = index % 2 ? secrets.encrypt(`chat ${index}`, placeOf(vault, 'chat_url')) : null;
    return vault;
  });
  await dataSource.manager.insert(Vault, vaults);
  return vaults;
}

it('encrypts every secret with the first key, and names the secrets that it cannot open', async () => {
  const vaults = await store(700, under(OLD));
  const [lost] = (await store(1, under(LOST))) as [Vault];
  await store(20, under(NEW));
  expect(await rotateSecrets(dataSource, under(NEW, OLD))).toEqual([
    { table: 'vaults', column: 'secret', rotated: 700, unreadable: [lost.id] },
    { table: 'vaults', column: 'chat_url', rotated: 350, unreadable: [] },
  ]);
  for (const [index, { id }] of vaults.entries()) {
    const [row] = (await dataSource.manager.findBy(Vault, { id })) as [Vault];
    expect(under(NEW).decrypt(row.secret, placeOf(row, 'secret'))).toBe(`secret ${index}`);
    const chat = row.chatUrl && under(NEW).decrypt(row.chatUrl, placeOf(row, 'chat_url'));
    expect(chat).toBe(index % 2 ? `chat ${index}` : null);
  }
  const [kept] = await dataSource.manager.findBy(Vault, { id: lost.id });
  expect(kept?.secret).toBe(lost.secret);
  const again = await rotateSecrets(dataSource, under(NEW, OLD));
  expect(again.map(({ rotated }) => rotated)).toEqual([0, 0]);
});

it('does not count a secret that somebody else changed meanwhile', async () => {
  const [vault] = (await store(3, under(OLD))) as [Vault];
  await dataSource.query(`CREATE FUNCTION outrun() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  // As if another were faster with this one.
  await dataSource.query(`CREATE TRIGGER outrun BEFORE UPDATE ON vaults FOR EACH ROW WHEN (OLD.id = '${vault.id}')
    EXECUTE FUNCTION outrun()`);
  const [secrets] = await rotateSecrets(dataSource, under(NEW, OLD));
  await dataSource.query('DROP FUNCTION outrun CASCADE');
  expect(secrets?.rotated).toBe(2);
  const [again] = await rotateSecrets(dataSource, under(NEW, OLD));
  expect(again?.rotated).toBe(1);
});

describe('npm run secrets:rotate', () => {
  const keys = (...buffers: Buffer[]) => buffers.map((buffer) => buffer.toString('base64')).join(',');
  let folder: string;
  let service: ServiceProcess | undefined;
  beforeAll(() => {
    buildService();
    folder = temporaryFolder();
  });
  afterEach(() => service?.end('SIGTERM'));

  const rotate = (secretsKeys: string) =>
    runCommand('secrets-rotate', [], { folder, environment: { SECRETS_KEY: secretsKeys } });

  it('rotates in the embedded database while the service runs, and names what it cannot rotate', async () => {
    const environment = { TLS_MODE: 'proxy', DEMO_PASSWORD: 'the demo password', SECRETS_KEY: keys(OLD, NEW) };
    service = await new ServiceProcess(folder, environment).ready();
    const { token } = (await service.api.post('/login', { email: 'owner@demo.test', password: 'the demo password' }))
      .body;
    const webhook = { url: 'https://example.com', events: ['task.created'], secret: 'a secret of sixteen' };
    const { id } = (await service.api.as(token).post('/webhooks', webhook)).body;
    const [connection] = (await service.api.as(token).get('/code-connections')).body;

    const rotation = await rotate(keys(NEW, OLD));
    expect([rotation.code, rotation.stderr]).toEqual([0, '']);
    expect(rotation.stdout).toMatch(/^webhooks\.secret: 1 encrypted anew$/m);
    expect((await rotate(keys(NEW))).stdout).toMatch(/^webhooks\.secret: 0 encrypted anew$/m);
    expect(await rotate(keys(LOST))).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^webhooks\.secret: 0 encrypted anew$/m),
      stderr: [
        `code_connections.secret: ${connection.id}`,
        ...['secret', 'header_values'].map((column) => `webhooks.${column}: ${id}`),
      ]
        .map((place) => `${place} cannot be decrypted with any key of SECRETS_KEY\n`)
        .join(''),
    });
  });

  it('prints one line about a mistake in the configuration', async () => {
    const { code, stdout, stderr } = await rotate('nonsense');
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^SECRETS_KEY: [^\n]+\n$/)]);
  });
});
