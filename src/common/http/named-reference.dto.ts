import { Reference } from './response.decorators.js';

/** Another resource, as what refers to it shows it. */
export class NamedReference {
  /** Its id. */
  @Reference()
  id: string;

  /** Its name. */
  name: string;
}
