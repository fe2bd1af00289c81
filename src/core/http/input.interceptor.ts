import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { PathNames } from './path-names.js';
import { ReadBackFields } from './read-back-fields.js';
import { UndeclaredInput } from './undeclared-input.js';

/**
 * Makes the input of a request ready for its handler: replaces a name in the path by the id, takes read-only fields from the
 * body, and refuses a body or query that the route does not take. One interceptor for all three: Nest spends some 15 µs on
 * each with every request.
 *
 * @throws ValidationError, NotFoundError
 */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  constructor(
    private readonly names: PathNames,
    private readonly readBack: ReadBackFields,
    private readonly undeclared: UndeclaredInput,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await this.names.replace(context);
    await this.readBack.take(context);
    this.undeclared.refuse(context);
    return next.handle();
  }
}
