import { Moment, Reference } from './response.decorators.js';

/** What every resource shows of itself. */
export abstract class ResourceResponse {
  /** Its id, a UUID v7. */
  @Reference()
  id: string;

  /** When it was made. */
  @Moment()
  createdAt: string;

  /** When it was last changed. */
  @Moment()
  updatedAt: string;
}
