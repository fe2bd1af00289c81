import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/**
 * The fields of a GET that its PUT takes though nobody can set them, and which values: `same`, the one that the GET shows, or
 * `any` of what moves by itself.
 */
export type ReadBack<Shown, Input> = Readonly<Record<Exclude<keyof Shown, keyof Input>, 'same' | 'any'>>;

export const READ_BACK = 'read-back';

/** Marks an operation in the description until the fields are added to the schema of its body. */
export const READ_BACK_EXTENSION = 'x-read-back';

/**
 * Lets a PUT take what the `findOne` of its controller shows: what was read can be written back. Another value of a field that
 * nobody can set is refused, after what is missing.
 */
export const TakesReadBack = (fields: Readonly<Record<string, 'same' | 'any'>>): MethodDecorator =>
  applyDecorators(SetMetadata(READ_BACK, fields), ApiExtension(READ_BACK_EXTENSION, true));
