import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, PreconditionFailedError } from '#common/errors/app-error.js';
import { entityTag, type Versioned } from '#common/http/entity-tag.js';
import type { Precondition } from '../company-scope/request-context.js';

/**
 * The tags of an If-Match, and the resource that one of them must be of. A write shows it the rows
 * that it locks. When none of them matches a tag, the write is refused, after its own 404 and 403 and before its 409.
 */
export class TagPrecondition implements Precondition {
  private isMet: boolean | undefined;

  /** `resourceIds`: what is at the path, if that has a tag. */
  constructor(
    private readonly tags: readonly string[],
    private readonly resourceIds: readonly string[],
  ) {}

  see(row: Versioned): void {
    // A second look may be at what the write itself has done.
    if (this.resourceIds.includes(row.id)) this.isMet ??= this.tags.includes(entityTag(row));
  }

  async decide<T>(work: () => Promise<T>): Promise<T> {
    this.isMet = undefined;
    try {
      const outcome = await work();
      this.ensureMet();
      return outcome;
    } catch (error) {
      if (error instanceof ConflictError || isUniqueViolation(error)) this.ensureMet();
      throw error;
    }
  }

  private ensureMet(): void {
    if (!this.isMet) throw new PreconditionFailedError();
  }
}
