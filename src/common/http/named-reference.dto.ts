import { Reference } from './response.decorators.js';

/** Another resource, as what refers to it shows it. */
export class NamedReference {
  @Reference()
  id: string;

  name: string;
}
