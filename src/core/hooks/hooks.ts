import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { addTo } from '#common/collections/add-to.js';
import { type Hook, type Listener, type ListeningMethod, listeningMethods } from './hook.js';

/**
 * Calls what listens to hooks: methods of the providers of this application. They are looked for once, when the first hook
 * is called: so no constructor calls one, because others are not made yet.
 */
@Injectable()
export class Hooks {
  private found?: ReadonlyMap<object, readonly Listener[]>;
  private readonly declared = new Map<object, readonly unknown[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** Calls all listeners, one after the other, and gives their results. What one throws is thrown, and the others are not called. */
  async call<Called extends Listener>(
    hook: Hook<Called>,
    ...parameters: Parameters<Called>
  ): Promise<Awaited<ReturnType<Called>>[]> {
    const results: Awaited<ReturnType<Called>>[] = [];
    for (const listener of this.listeners(hook))
      results.push((await listener(...parameters)) as (typeof results)[number]);
    return results;
  }

  /** The listeners in the order in which Nest starts their modules: a module comes after those that it imports. */
  listeners<Called extends Listener>(hook: Hook<Called>): readonly Called[] {
    this.found ??= this.find();
    return (this.found.get(hook) ?? []) as readonly Called[];
  }

  /** What the listeners of a hook without parameters give. They are asked once. */
  declarations<Value>(hook: Hook<() => Value>): readonly Value[] {
    const known = this.declared.get(hook) ?? this.listeners(hook).map((declare) => declare());
    this.declared.set(hook, known);
    return known as readonly Value[];
  }

  /** @throws Error when a method listens, and no module provides its class: for the whole service, which has all modules */
  ensureAllFound(): void {
    const instances = this.instances();
    const lost = listeningMethods().filter((method) => !instances.some((instance) => has(instance, method)));
    if (lost.length === 0) return;
    const reasons = lost.map(({ prototype, name, title }) => {
      const { name: owner } = prototype.constructor;
      return `${owner}.${name} listens to "${title}", but no module provides ${owner}`;
    });
    throw new Error(reasons.join('; '));
  }

  private find(): ReadonlyMap<object, readonly Listener[]> {
    const found = new Map<object, Listener[]>();
    for (const instance of this.instances()) {
      for (const method of listeningMethods()) {
        if (has(instance, method)) addTo(found, method.hook, listenerOf(instance, method));
      }
    }
    return found;
  }

  /** The providers of all modules, each once. */
  private instances(): object[] {
    const providers = this.discovery
      .getProviders()
      .filter((provider) => provider.isDependencyTreeStatic() && !provider.isTransient)
      .sort((one, other) => (other.host?.distance ?? 0) - (one.host?.distance ?? 0));
    const instances = providers.map(({ instance }) => instance as unknown);
    return [...new Set(instances)].filter((instance) => typeof instance === 'object' && instance !== null);
  }
}

function has(instance: object, { prototype }: ListeningMethod): boolean {
  return Object.prototype.isPrototypeOf.call(prototype, instance);
}

function listenerOf(instance: object, { name }: ListeningMethod): Listener {
  return (...parameters) => (instance as Record<string, Listener>)[name]?.(...parameters);
}
