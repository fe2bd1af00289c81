import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../company-scope/request-context.js';

/** Calls `write` with each frame for the caller, from the present state on; returns how to end that. */
export type Follow = (context: RequestContext, write: (frame: string) => void) => () => void;

/** What streams carry for their reader alone, besides the events of the company. */
@Injectable()
export class PersonalNews {
  private source: Follow = () => () => undefined;

  /** Where the news come from. */
  from(source: Follow): void {
    this.source = source;
  }

  follow(...parameters: Parameters<Follow>): () => void {
    return this.source(...parameters);
  }
}
