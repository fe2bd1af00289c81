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

/** Tries that may go on in their threads when they have given way: the library cannot always be stopped midway. */
const MOST_LEFT = 2;

/** Makes small pictures. */
@Injectable()
export class PictureScaling {
  /** While one is left, no other long one begins. */
  private left = 0;

  /**
   * Of the first frame of a file, turned as it says, without what else it says of itself. It ends after 2 s while
   * `isAwaited`.
   */
  async scalePicture(path: string, size: number, isAwaited: () => boolean): Promise<Scaled> {
    if (this.left >= MOST_LEFT) return 'given way';
    const quick = await this.untilAwaited(scaled(path, size, SHORT_SECONDS), isAwaited, SHORT_SECONDS);
    if (quick !== 'too slow') return quick;
    if (isAwaited() || this.left > 0) return 'given way';
    const slow = await this.untilAwaited(scaled(path, size, LONGEST_SECONDS), isAwaited, 0);
    return slow === 'too slow' ? 'impossible' : slow;
  }

  /** What comes of it, unless somebody waits after so many seconds. */
  private async untilAwaited<Result>(
    made: Promise<Result>,
    isAwaited: () => boolean,
    seconds: number,
  ): Promise<Result | 'given way'> {
    const end = new AbortController();
    const ended = made.finally(() => end.abort());
    const given = await Promise.race([ended, whileAlone(isAwaited, seconds * 1_000, end.signal)]);
    if (given === 'given way') {
      this.left += 1;
      void ended.catch(() => undefined).finally(() => (this.left -= 1));
    }
    return given;
  }
}

/** Resolves when somebody waits, not before so many milliseconds; or at the end, when nobody listens any more. */
async function whileAlone(isAwaited: () => boolean, milliseconds: number, end: AbortSignal): Promise<'given way'> {
  for (let passed = 0; !end.aborted; passed += LOOK_INTERVAL) {
    if (passed >= milliseconds && isAwaited()) break;
    await setTimeout(LOOK_INTERVAL);
  }
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
