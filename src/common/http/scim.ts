import { type AppError, NotFoundError } from '../errors/app-error.js';
import { MethodNotAllowedError, NotImplementedError } from '../errors/scim-errors.js';
import { BASE_PATH } from './base-path.js';
import { decodedPath } from './decoded-path.js';

/** The media type of SCIM, in requests and answers (RFC 7644, 3.1). */
export const SCIM_TYPE = 'application/scim+json';

const PREFIX = `/${BASE_PATH}/scim/`;

/** Whether directories are answered there, in the words of SCIM. */
export function isScimPath(url: string): boolean {
  return decodedPath(url).startsWith(PREFIX);
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

/** Paths below the version, and their methods. */
const ROUTES: readonly (readonly [path: RegExp, methods: string])[] = [
  [/^(?:Users|Groups)$/, 'GET, POST'],
  [/^(?:Users|Groups)\/[^/]+$/, 'GET, PUT, PATCH, DELETE'],
  [/^ServiceProviderConfig$/, 'GET'],
  [/^(?:ResourceTypes|Schemas)(?:\/[^/]+)?$/, 'GET'],
];

/** Why a request of a directory has no route. */
export function scimRouteError(method: string, url: string): AppError {
  const whole = decodedPath(url);
  const path = whole.slice(`${PREFIX}v2/`.length);
  if (method === 'POST' && /^(?:(?:Users|Groups)\/)?\.search$/.test(path)) {
    return new NotImplementedError('Search by GET with the parameter filter');
  }
  const methods = whole.startsWith(`${PREFIX}v2/`) ? ROUTES.find(([known]) => known.test(path))?.[1] : undefined;
  return methods === undefined ? new NotFoundError('Path') : new MethodNotAllowedError(methods);
}
