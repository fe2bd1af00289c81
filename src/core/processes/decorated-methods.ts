import type { DiscoverableDecorator, DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A method of a provider that carries a decorator. */
interface DecoratedMethod<Given> {
  /** Of its class. */
  readonly className: string;
  readonly given: Given;
  readonly call: () => unknown;
}

/** All methods of the application's providers that carry the decorator, inherited ones too. */
export function decoratedMethods<Given>(
  decorator: DiscoverableDecorator<Given>,
  discovery: DiscoveryService,
  scanner: MetadataScanner,
): DecoratedMethod<Given>[] {
  // A provider with two names is one all the same.
  const providers = new Set(discovery.getProviders().map(({ instance }) => instance as unknown));
  return [...providers].flatMap((instance) => {
    if (!instance || typeof instance !== 'object') return [];
    const provider = instance as Record<string, () => unknown>;
    return scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((name) => {
      const method = provider[name];
      const given =
        typeof method === 'function' ? (Reflect.getMetadata(decorator.KEY, method) as Given | undefined) : undefined;
      if (given === undefined) return [];
      return [{ className: provider.constructor.name, given, call: () => (method as () => unknown).call(provider) }];
    });
  });
}
