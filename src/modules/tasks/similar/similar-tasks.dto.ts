import { Reference } from '#common/http/response.decorators.js';
import { TrimmedText } from '#common/validation/fields.js';
import { IntegerParameter, UuidParameter } from '#common/validation/parameters.js';

const MOST = 10;

/** GET /tasks/similar. */
export class SimilarTasksQuery {
  /** The title that others are compared with. */
  @TrimmedText('required')
  title: string;

  /** Only those of this project. */
  @UuidParameter()
  projectId?: string;

  /** The most tasks; 5 unless given. */
  @IntegerParameter(1, MOST)
  limit?: number;
}

export class SimilarTaskResponse {
  /** The task. */
  @Reference()
  id: string;

  /** `<project key>-<number>`. */
  tid: string;

  /** What is to be done, in a line. */
  title: string;

  /** The workflow lane that it is in, or any other text. */
  status: string;

  /** The project that it belongs to. */
  @Reference()
  projectId: string;

  /** How alike the titles are, from 0.3 to 1, with two decimals. */
  score: number;
}
