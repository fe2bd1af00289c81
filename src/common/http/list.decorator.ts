import { applyDecorators, Type, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ListInterceptor } from './list.interceptor.js';
import { describeRefusals, type Refusals } from './outcomes.decorator.js';
import { PageMeta } from './page-meta.dto.js';

/** A list endpoint of `item`s: its handler takes a `PageQuery` and returns a `List` (decisions 1.9). */
export function ListEndpoint(item: Type, refusals: Refusals = {}): MethodDecorator {
  const page = pageOf(item);
  const items = { type: 'array', items: { $ref: getSchemaPath(item) } };
  return applyDecorators(
    UseInterceptors(ListInterceptor),
    ApiExtraModels(item, page),
    describeRefusals(refusals),
    ApiOkResponse({
      description: 'A bare array of everything; with `page`, that page in the envelope',
      schema: {
        oneOf: [items, { $ref: getSchemaPath(page) }],
      },
    }),
  );
}

const PAGES = new Map<Type, Type>();

/** The envelope of a page of `item`s: `LabelPage` of `LabelResponse`. */
function pageOf(item: Type): Type {
  const page = PAGES.get(item) ?? makePage(item);
  PAGES.set(item, page);
  return page;
}

function makePage(item: Type): Type {
  class Page {
    @ApiProperty({ type: Boolean, enum: [true], description: 'True.' })
    success: true;

    @ApiProperty({ type: [item], description: 'What is on the page.' })
    data: unknown[];

    @ApiProperty({ type: PageMeta, description: 'About the page.' })
    meta: PageMeta;
  }
  Object.defineProperty(Page, 'name', { value: `${item.name.replace(/Response$/, '')}Page` });
  return Page;
}
