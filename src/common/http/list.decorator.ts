import { applyDecorators, Type, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ListInterceptor } from './list.interceptor.js';
import { describeRefusals, type Refusals } from './outcomes.decorator.js';
import { CursorMeta, PageMeta } from './page-meta.dto.js';

/** A list endpoint of `item`s: its handler takes a `PageQuery` and returns a `List`. */
export function ListEndpoint(
  item: Type,
  refusals: Refusals = {},
  { cursor = false, csv = false } = {},
): MethodDecorator {
  const pages = [pageOf(item, 'Page', PageMeta), ...(cursor ? [pageOf(item, 'CursorPage', CursorMeta)] : [])];
  const items = { type: 'array', items: { $ref: getSchemaPath(item) } };
  const bodies = [items, ...pages.map((page) => ({ $ref: getSchemaPath(page) }))];
  return applyDecorators(
    UseInterceptors(ListInterceptor),
    ApiExtraModels(item, ...pages),
    describeRefusals(refusals),
    ApiOkResponse({
      description: `A bare array of everything; with \`page\`${cursor ? ' or `cursor`' : ''}, that page in the envelope`,
      content: {
        // The two envelopes differ only in `meta`. That is too deep for tools that must tell them apart.
        'application/json': { schema: cursor ? { anyOf: bodies } : { oneOf: bodies } },
        ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
      },
    }),
  );
}

const PAGES = new Map<string, Type>();

/** The envelope of a page of `item`s: `LabelPage` of `LabelResponse`. */
function pageOf(item: Type, kind: string, meta: Type): Type {
  const name = item.name.replace(/Response$/, '') + kind;
  const page = PAGES.get(name) ?? makePage(name, item, meta);
  PAGES.set(name, page);
  return page;
}

function makePage(name: string, item: Type, meta: Type): Type {
  class Page {
    @ApiProperty({ type: Boolean, description: 'Always true.' })
    success: true;

    @ApiProperty({ type: [item], description: 'What is on the page.' })
    data: unknown[];

    @ApiProperty({ type: meta, description: 'About the page.' })
    meta: unknown;
  }
  Object.defineProperty(Page, 'name', { value: name });
  return Page;
}
