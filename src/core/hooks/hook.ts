/** A method that a hook calls. */
export type Listener = (...parameters: never[]) => unknown;

/**
 * Something that its owner tells others of, or asks them. `@TheHook()` on a method of a provider has that method called;
 * a method with another signature does not compile.
 */
export interface Hook<Called extends Listener> {
  (): <Name extends string>(prototype: Readonly<Record<Name, Called>>, name: Name) => void;
}

/** A method that listens to a hook. */
export interface ListeningMethod {
  readonly hook: object;
  readonly title: string;
  readonly prototype: object;
  readonly name: string;
}

const titles = new Set<string>();
const methods: ListeningMethod[] = [];

/**
 * Makes a hook. Its comment says when it is called and in which transaction: docs/hooks.md is written from it.
 *
 * @throws Error when another hook has the title
 */
export function defineHook<Called extends Listener>(title: string): Hook<Called> {
  if (titles.has(title)) throw new Error(`Two hooks are called "${title}"`);
  titles.add(title);
  const hook = () => (prototype: object, name: string) => {
    methods.push({ hook, title, prototype, name });
  };
  return hook;
}

/** All methods that listen to a hook, of the classes that this process has loaded, each class from top to bottom. */
export function listeningMethods(): readonly ListeningMethod[] {
  return methods;
}
