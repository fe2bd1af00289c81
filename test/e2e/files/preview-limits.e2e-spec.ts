import sharp from 'sharp';
import { PictureScaling } from '#modules/files/downloads/picture-scaling.js';
import { attach, callBytes } from '../../factories/attachment.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let taskId: string;
let broken: Buffer;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  taskId = (await createTask(company.owner, (await createProject(company.owner)).id)).id;
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
  broken = (await picture.png().toBuffer()).subarray(0, 60);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.stop());

const preview = (id: string, size = 320) => company.owner.api.get(`/attachments/${id}/preview?size=${size}`);

describe('previews', () => {
  it('of a picture that gave none are not tried again: in another size, under another name, after a restart', async () => {
    const made = await attach(service, company.owner, taskId, broken, { name: 'a.png' });
    const scaling = jest.spyOn(PictureScaling.prototype, 'scalePicture');
    expect((await preview(made.id)).status).toBe(404);
    expect(scaling).toHaveBeenCalledTimes(1);
    const same = await attach(service, company.owner, taskId, broken, { name: 'b.png' });
    expect([(await preview(made.id, 1_280)).status, (await preview(same.id)).status]).toEqual([404, 404]);
    const { dataDirectory } = service.configuration;
    const restarted = await startTestService({ dataDirectory }, service.database);
    const { owner } = company;
    const api = restarted.api.as(owner.token);
    expect((await api.get(`/attachments/${made.id}/preview?size=320`)).status).toBe(404);
    await restarted.stop();
    expect(scaling).toHaveBeenCalledTimes(1);
  });

  it('of a company whose bytes are the same are tried of their own', async () => {
    const theirs = await createTask(stranger.owner, (await createProject(stranger.owner)).id);
    const made = await attach(service, stranger.owner, theirs.id, broken, { name: 'a.png' });
    const scaling = jest.spyOn(PictureScaling.prototype, 'scalePicture');
    expect((await stranger.owner.api.get(`/attachments/${made.id}/preview?size=320`)).status).toBe(404);
    expect(scaling).toHaveBeenCalledTimes(1);
  });

  it('that give way to another company are 503, and are tried again', async () => {
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const made = await attach(service, company.owner, taskId, picture, { name: 'c.png' });
    jest.spyOn(PictureScaling.prototype, 'scalePicture').mockResolvedValueOnce('given way');
    const { status, headers } = await preview(made.id);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect((await preview(made.id)).status).toBe(200);
  });

  it('count to the bytes of the company, until the file goes', async () => {
    const used = async () => (await company.owner.api.get('/company')).body.files.bytes as number;
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const before = await used();
    const made = await attach(service, company.owner, taskId, picture, { name: 'd.png' });
    const { bytes } = await callBytes(service, company.owner.token, `/api/attachments/${made.id}/preview?size=320`);
    expect((await used()) - before).toBe(picture.length + bytes.length);
    await company.owner.api.delete(`/attachments/${made.id}`);
    expect(await used()).toBe(before);
  });
});
