import { DynamicModule, Inject, Module, Type } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Lists } from '../database/lists/lists.js';
import type { CompanyScopedEntity } from './company-scoped.entity.js';
import { CompanyScopedRepository } from './company-scoped.repository.js';

const tokenOf = (entity: Type<CompanyScopedEntity>): string => `CompanyScopedRepository<${entity.name}>`;

/** Injects the company-scoped repository of an entity that the module has registered with `forFeature`. */
export const InjectCompanyScoped = (entity: Type<CompanyScopedEntity>): ParameterDecorator => Inject(tokenOf(entity));

/** Gives a resource module the repositories of its entities. */
@Module({})
export class CompanyScopeModule {
  static forFeature(...entities: Type<CompanyScopedEntity>[]): DynamicModule {
    const providers = entities.map((entity) => ({
      provide: tokenOf(entity),
      inject: [Database, Lists],
      useFactory: (database: Database, lists: Lists) => new CompanyScopedRepository(entity, database, lists),
    }));
    return { module: CompanyScopeModule, providers, exports: providers };
  }
}
