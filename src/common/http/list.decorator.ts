import { applyDecorators, Type, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { ListInterceptor } from './list.interceptor.js';
import { describeRefusals, type Refusals } from './outcomes.decorator.js';
import { PageMeta } from './page-meta.dto.js';

/** A list endpoint of `item`s: its handler takes a `PageQuery` and returns a `List` (decisions 1.9). */
export function ListEndpoint(item: Type, refusals: Refusals = {}): MethodDecorator {
  const items = { type: 'array', items: { $ref: getSchemaPath(item) } };
  return applyDecorators(
    UseInterceptors(ListInterceptor),
    ApiExtraModels(item, PageMeta),
    describeRefusals(refusals),
    ApiOkResponse({
      description: 'A bare array of everything; with `page`, that page in the envelope',
      schema: {
        oneOf: [
          items,
          {
            type: 'object',
            required: ['success', 'data', 'meta'],
            properties: {
              success: { type: 'boolean', enum: [true] },
              data: items,
              meta: { $ref: getSchemaPath(PageMeta) },
            },
          },
        ],
      },
    }),
  );
}
