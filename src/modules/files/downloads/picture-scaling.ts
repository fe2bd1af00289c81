import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import sharp from 'sharp';

const MOST_PIXELS = 50_000_000;
/** Seconds that a preview takes at most, and while somebody else waits. */
const LONGEST_SECONDS = 10;
const SHORT_SECONDS = 2;
/** Milliseconds after which it is looked again whether somebody waits. */
const LOOK_INTERVAL = 100;

/** The loaders of pictures that previews are made of; no other can be made to read a file. */
const LOADERS = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.concurrency(1);
sharp.cache(false);

/** A small picture; why there is none: the picture, or others who waited. */
export type Scaled = Buffer | 'impossible' | 'given way';

/** Makes small pictures. */
@Injectable()
export class PictureScaling {
  /** A try that gave way goes on in its thread until its time is over; no other long one begins meanwhile. */
  private isThreadLeft = false;

  /**
   * Of the first frame of a file, turned as it says, without what else it says of itself. It ends after 2 s while
   * `isAwaited`.
   */
  async scale(path: string, size: number, isAwaited: () => boolean): Promise<Scaled> {
    const quick = await scaled(path, size, SHORT_SECONDS);
    if (quick !== 'too slow') return quick;
    if (isAwaited() || this.isThreadLeft) return 'given way';
    this.isThreadLeft = true;
    const end = new AbortController();
    const slow = scaled(path, size, LONGEST_SECONDS).finally(() => {
      this.isThreadLeft = false;
      end.abort();
    });
    const given = await Promise.race([slow, whileAlone(isAwaited, end.signal)]);
    return given === 'too slow' ? 'impossible' : given;
  }
}

/** Resolves when somebody waits; after the end never. */
async function whileAlone(isAwaited: () => boolean, end: AbortSignal): Promise<'given way'> {
  while (!isAwaited() && !end.aborted) await setTimeout(LOOK_INTERVAL);
  return 'given way';
}

async function scaled(path: string, size: number, seconds: number): Promise<Buffer | 'impossible' | 'too slow'> {
  try {
    return await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds })
      .rotate()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer();
  } catch (error) {
    return error instanceof Error && error.message.includes('timeout') ? 'too slow' : 'impossible';
  }
}
