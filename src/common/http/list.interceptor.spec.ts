import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ExecutionContext, StreamableFile } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import { ListInterceptor } from './list.interceptor.js';
import { type List, ListInMemory, pagination, StreamedList } from './list.js';

function answer(list: List<unknown>): Promise<unknown> {
  return lastValueFrom(new ListInterceptor().intercept({} as ExecutionContext, { handle: () => of(list) }));
}

describe('ListInterceptor', () => {
  it('puts a page into the envelope', async () => {
    expect(await answer(new ListInMemory(['a'], { pagination: pagination(2, 1, 3) }))).toEqual({
      success: true,
      data: ['a'],
      meta: { pagination: { page: 2, limit: 1, total: 3, totalPages: 3 }, timestamp: expect.stringMatching(/Z$/) },
    });
  });

  it('leaves a whole list bare', async () => {
    expect(await answer(new ListInMemory(['a', 'b']))).toEqual(['a', 'b']);
  });

  it('streams a large one', async () => {
    const file = (await answer(new StreamedList(Readable.from(['[1', ',2', ']'])))) as StreamableFile;
    expect(file.getHeaders().type).toBe('application/json; charset=utf-8');
    expect(await text(file.getStream())).toBe('[1,2]');
  });
});
