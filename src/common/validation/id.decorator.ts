import { Injectable, Param, PipeTransform } from '@nestjs/common';
import { isUuid, NIL_UUID } from './uuid.js';

/**
 * Turns a malformed id into the id of nothing. It is then answered like an unknown id, after the other checks.
 */
@Injectable()
class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    return isUuid(value) ? value.toLowerCase() : NIL_UUID;
  }
}

/** A path parameter that holds a resource's id; `id` unless named otherwise. */
export const Id = (name = 'id'): ParameterDecorator => Param(name, IdPipe);
