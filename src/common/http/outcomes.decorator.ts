import { applyDecorators, HttpCode, HttpStatus, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';

/** What an operation may answer instead, each in words. The statuses that every operation has need no mention. */
export interface Refusals {
  /** 404: what may be missing, such as `Sprint`. */
  readonly missing?: string;
  /** 409: why the state of things forbids it. */
  readonly conflict?: string;
  /** 400: what may be wrong besides the fields. */
  readonly invalid?: string;
  /** 401: why credentials in the body are refused. */
  readonly unauthorized?: string;
  /** 403: why it is refused for everyone. */
  readonly forbidden?: string;
}

/** Metadata of a handler that answers with one object. */
export const ANSWERS_ONE = 'answers-one';

/** Metadata of a handler that makes a resource below another one, and answers with the ETag of its GET. */
export const ANSWERS_TAG = 'answers-tag';
export const AnswersTag = (): MethodDecorator => SetMetadata(ANSWERS_TAG, true);

/** The key under which @nestjs/swagger keeps the responses of a handler. */
const RESPONSES = 'swagger/apiResponse';

/** Answers 200 with a `type`; `[type]` is an array of them. */
export const Returns = (type: Type | [Type], refusals?: Refusals): MethodDecorator =>
  outcome(HttpStatus.OK, { type }, refusals);

/** Answers 201 with the new resource, and 200 with what was there already when `existing` says so. */
export const Creates = (
  type: Type,
  { existing, ...refusals }: Refusals & { readonly existing?: string } = {},
): MethodDecorator =>
  applyDecorators(
    outcome(HttpStatus.CREATED, { type }, refusals),
    ...(existing === undefined ? [] : [ApiOkResponse({ type, description: existing })]),
  );

const EMPTY = { schema: { type: 'object', additionalProperties: false } };

/** Answers 200 with `{}`. */
export const ReturnsEmpty = (refusals?: Refusals): MethodDecorator => outcome(HttpStatus.OK, EMPTY, refusals);

/** Answers 202 with a `type`, or `{}` without one: the work itself is done later. */
export const Accepts = (type?: Type, refusals?: Refusals): MethodDecorator =>
  outcome(HttpStatus.ACCEPTED, type ? { type } : EMPTY, refusals);

/** Answers 204 without a body. */
export const ReturnsNothing = (refusals?: Refusals): MethodDecorator => outcome(HttpStatus.NO_CONTENT, {}, refusals);

/** The 404 and the like of an operation whose success another decorator describes. */
export function describeRefusals({ missing, conflict, invalid, unauthorized, forbidden }: Refusals): MethodDecorator {
  return applyDecorators(
    ...(missing ? [ApiNotFoundResponse({ description: `${missing} not found` })] : []),
    ...(conflict ? [ApiConflictResponse({ description: conflict })] : []),
    ...(invalid ? [ApiBadRequestResponse({ description: invalid })] : []),
    ...(unauthorized ? [ApiUnauthorizedResponse({ description: unauthorized })] : []),
    ...(forbidden ? [ApiForbiddenResponse({ description: forbidden })] : []),
  );
}

function outcome(
  status: HttpStatus,
  response: { type?: Type | [Type]; schema?: object },
  refusals: Refusals = {},
): MethodDecorator {
  return applyDecorators(
    forgetGuessedResponse,
    SetMetadata(ANSWERS_ONE, typeof response.type === 'function'),
    HttpCode(status),
    ApiResponse({ description: DESCRIPTIONS[status], ...(response as object), status }),
    describeRefusals(refusals),
  );
}

/** What each success says, when the summary of the operation says all else. */
const DESCRIPTIONS: Partial<Record<HttpStatus, string>> = {
  [HttpStatus.OK]: 'As asked for.',
  [HttpStatus.CREATED]: 'What was made.',
  [HttpStatus.ACCEPTED]: 'It is done later.',
  [HttpStatus.NO_CONTENT]: 'Done; the answer has no body.',
};

/** The plugin of @nestjs/swagger guesses the status from the decorators that it knows; ours is not among them. */
function forgetGuessedResponse(_target: object, _key: string | symbol, { value }: PropertyDescriptor): void {
  Reflect.deleteMetadata(RESPONSES, value as object);
}
