import { Moment, Reference } from './response.decorators.js';

/** What every resource shows of itself. */
export abstract class ResourceResponse {
  @Reference()
  id: string;

  @Moment()
  createdAt: string;

  @Moment()
  updatedAt: string;
}
