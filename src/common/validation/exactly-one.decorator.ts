const EXCLUSIVE = new Map<string, readonly string[]>();

/** Documents that a body has exactly one of these properties; the service itself refuses another number. */
export const ExactlyOneOf =
  (...names: readonly string[]): ClassDecorator =>
  ({ name }) =>
    void EXCLUSIVE.set(name, names);

/** The properties of which the DTO of that name has exactly one; undefined for other DTOs. */
export function exclusiveProperties(dto: string): readonly string[] | undefined {
  return EXCLUSIVE.get(dto);
}
