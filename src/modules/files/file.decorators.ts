import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { describeRefusals, type Refusals } from '#common/http/outcomes.decorator.js';

const BYTES = 'application/octet-stream';
const BINARY = { type: 'string', format: 'binary' } as const;

/** Describes a route that takes the bytes of a file. */
export const TakesFile = (): MethodDecorator =>
  applyDecorators(ApiConsumes(BYTES), ApiBody({ required: true, schema: BINARY }));

/** Describes a route that answers with the bytes of a file. */
export const ReturnsFile = (refusals: Refusals): MethodDecorator =>
  applyDecorators(
    ApiProduces(BYTES),
    ApiOkResponse({ description: 'The bytes.', schema: BINARY }),
    ApiResponse({ status: 304, description: 'The client has these bytes.' }),
    describeRefusals(refusals),
  );
