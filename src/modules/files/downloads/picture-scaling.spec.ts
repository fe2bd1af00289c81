import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { PictureScaling } from './picture-scaling.js';

let folder: string;
let small: string;
let broken: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scaling-'));
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  [small, broken] = [join(folder, 'small.png'), join(folder, 'broken.png')];
  await writeFile(small, bytes);
  await writeFile(broken, bytes.subarray(0, 60));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true }));

const tooSlow = () => Promise.reject(new Error('timeout: 40% complete'));

/** Makes the tries of sharp end as given; the others are as they are. */
function endTries(...ends: (() => Promise<never>)[]): jest.SpyInstance {
  const spy = jest.spyOn(sharp.prototype as { toBuffer: () => Promise<Buffer> }, 'toBuffer');
  for (const end of ends) spy.mockImplementationOnce(end);
  return spy;
}

describe('PictureScaling', () => {
  it('makes a picture, or says that it cannot', async () => {
    const scaling = new PictureScaling();
    expect(await scaling.scalePicture(small, 320, () => true)).toBeInstanceOf(Buffer);
    expect(await scaling.scalePicture(broken, 320, () => true)).toBe('impossible');
  });

  it('gives way after its short time while somebody waits', async () => {
    const tries = endTries(tooSlow);
    expect(await new PictureScaling().scalePicture(small, 320, () => true)).toBe('given way');
    expect(tries).toHaveBeenCalledTimes(1);
  });

  it('takes its long time while nobody waits', async () => {
    endTries(tooSlow);
    expect(await new PictureScaling().scalePicture(small, 320, () => false)).toBeInstanceOf(Buffer);
    endTries(tooSlow, tooSlow);
    expect(await new PictureScaling().scalePicture(small, 320, () => false)).toBe('impossible');
  });

  it('gives way as soon as somebody waits, and leaves one thread behind at most', async () => {
    const scaling = new PictureScaling();
    let fail = (_error: Error): void => undefined;
    const never = () => new Promise<never>((_, reject) => (fail = reject));
    endTries(tooSlow, never, tooSlow);
    const looks = [false, false, true];
    expect(await scaling.scalePicture(small, 320, () => looks.shift() ?? true)).toBe('given way');
    expect(await scaling.scalePicture(small, 320, () => false)).toBe('given way');
    fail(new Error('timeout: 90% complete'));
    await new Promise(setImmediate);
    endTries(tooSlow);
    expect(await scaling.scalePicture(small, 320, () => false)).toBeInstanceOf(Buffer);
  });

  it('gives way while the library goes on: a third try does not begin then', async () => {
    const scaling = new PictureScaling();
    const ends: (() => void)[] = [];
    const unstoppable = () =>
      new Promise<never>((_, reject) => ends.push(() => reject(new Error('timeout: 0% complete'))));
    const tries = endTries(unstoppable, unstoppable);
    const given = await Promise.all([1, 2].map(() => scaling.scalePicture(small, 320, () => true)));
    expect([...given, await scaling.scalePicture(small, 320, () => true)]).toEqual([
      'given way',
      'given way',
      'given way',
    ]);
    expect(tries).toHaveBeenCalledTimes(2);
    for (const end of ends) end();
    await new Promise(setImmediate);
    expect(await scaling.scalePicture(small, 320, () => true)).toBeInstanceOf(Buffer);
  });
});
