const EXCLUSIVE = new Map<string, readonly string[]>();

/** Documents that a body has exactly one of these properties; the service itself refuses another number. */
export const ExactlyOneOf =
  (...names: readonly string[]): ClassDecorator =>
  ({ name }) =>
    void EXCLUSIVE.set(name, names);

/** The group of properties of which a body must have exactly one; undefined for DTOs without such a group. */
export function exclusiveProperties(dto: string): readonly string[] | undefined {
  return EXCLUSIVE.get(dto);
}
