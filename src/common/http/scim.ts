import type { AppError } from '../errors/app-error.js';
import { BASE_PATH } from './base-path.js';

/** The media type of SCIM, in requests and answers (RFC 7644, 3.1). */
export const SCIM_TYPE = 'application/scim+json';

const PREFIX = `/${BASE_PATH}/scim/`;

/** Whether directories are answered there, in the words of SCIM. */
export function isScimPath(url: string): boolean {
  return url.startsWith(PREFIX);
}

/** A refusal as SCIM says it (RFC 7644, 3.12). */
export interface ScimErrorBody {
  readonly schemas: readonly string[];
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
}

/** What a directory reads of `error`. A body that cannot be read has no kind of its own. */
export function scimErrorBody({ status, message, scimType = kindOf(status) }: AppError): ScimErrorBody {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  return { schemas, status: String(status), ...(scimType !== undefined && { scimType }), detail: message };
}

function kindOf(status: number): string | undefined {
  return status === 400 ? 'invalidSyntax' : undefined;
}
