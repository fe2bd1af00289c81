import type { OpenAPIObject } from '@nestjs/swagger';

export type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
export type Responses = Operation['responses'];
export type SchemaOrReference = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
export type Schema = Exclude<SchemaOrReference, { $ref: string }>;

export const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** An operation of the document, and where it stands. */
export interface Place {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation of the document. */
export function operationsOf({ paths }: OpenAPIObject): Place[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

export function schemaReference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** `TeamMemberAdded` of `team.member_added`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `Label` of `#/components/schemas/Label`. */
export function nameOf({ $ref }: { $ref: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
