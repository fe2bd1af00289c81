import { Injectable, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { defineHook } from './hook.js';
import { Hooks } from './hooks.js';
import { HooksModule } from './hooks.module.js';

const BeforeTest = defineHook<(place: string, count: number) => Promise<string>>('before a test');
const OnTest = defineHook<(place: string) => void>('on a test');
const Declares = defineHook<() => object>('declarations of a test');
const Lost = defineHook<() => void>('what nobody provides');

@Injectable()
class Lower {
  @BeforeTest()
  async look(place: string, count: number): Promise<string> {
    return `lower ${place} ${count}`;
  }

  @BeforeTest()
  async lookAgain(): Promise<string> {
    return 'lower again';
  }

  @Declares()
  value(): object {
    return {};
  }
}

@Injectable()
class Upper {
  readonly heard: string[] = [];

  @BeforeTest()
  async look(place: string): Promise<string> {
    return `upper ${place}`;
  }

  @OnTest()
  hear(place: string): void {
    this.heard.push(place);
  }
}

@Injectable()
class Inheriting extends Upper {}

@Module({ providers: [Lower], exports: [Lower] })
class LowerModule {}

@Module({ imports: [LowerModule], providers: [Upper, { provide: 'again', useExisting: Upper }] })
class UpperModule {}

async function start(...imports: Type[]) {
  const testing = await Test.createTestingModule({ imports: [HooksModule, ...imports] }).compile();
  return { testing, hooks: testing.get(Hooks) };
}

/** Classes that other suites of the worker have loaded are missing, too. */
function complaintOf(hooks: Hooks): string {
  try {
    hooks.ensureAllFound();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('Hooks', () => {
  it('calls the methods of a module after those of the modules that it imports, each once', async () => {
    const { hooks } = await start(UpperModule);
    expect(await hooks.call(BeforeTest, 'here', 2)).toEqual(['lower here 2', 'lower again', 'upper here']);
  });

  it('calls the providers of its own application, and only those that it has', async () => {
    const [one, other, without] = await Promise.all([start(UpperModule), start(UpperModule), start(LowerModule)]);
    for (const { hooks } of [one, without]) hooks.listeners(OnTest).forEach((listener) => listener('here'));
    expect(one.testing.get(Upper, { strict: false }).heard).toEqual(['here']);
    expect(other.testing.get(Upper, { strict: false }).heard).toEqual([]);
    expect(without.hooks.listeners(OnTest)).toEqual([]);
  });

  it('throws what a method throws, and calls none after it', async () => {
    const { testing, hooks } = await start(UpperModule);
    const lower = jest.spyOn(testing.get(Lower, { strict: false }), 'lookAgain').mockRejectedValue(new Error('no'));
    const upper = jest.spyOn(testing.get(Upper, { strict: false }), 'look');
    await expect(hooks.call(BeforeTest, 'here', 2)).rejects.toThrow('no');
    expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([1, 0]);
  });

  it('asks for declarations once', async () => {
    const { hooks } = await start(UpperModule);
    const [first] = hooks.declarations(Declares);
    expect(hooks.declarations(Declares)[0]).toBe(first);
  });

  it('calls inherited methods', async () => {
    @Module({ providers: [Inheriting] })
    class InheritingModule {}
    const { hooks } = await start(InheritingModule);
    expect(await hooks.call(BeforeTest, 'here', 2)).toEqual(['upper here']);
  });

  it('says which method listens although no module provides its class', async () => {
    const { hooks } = await start(UpperModule);
    const before = complaintOf(hooks);
    class Forgotten {
      @Lost()
      listen(): void {}
    }
    const message = 'Forgotten.listen listens to "what nobody provides", but no module provides Forgotten';
    expect(complaintOf(hooks)).toBe([...before.split('; '), message].filter(Boolean).join('; '));
    @Module({ providers: [Forgotten] })
    class RememberingModule {}
    expect(complaintOf(hooks)).toContain(message);
    const all = await start(UpperModule, RememberingModule);
    expect(complaintOf(all.hooks)).toBe(before);
  });
});

describe('defineHook', () => {
  it('refuses a title that another hook has', () => {
    expect(() => defineHook('before a test')).toThrow('Two hooks are called "before a test"');
  });

  it('makes decorators for methods of one signature', () => {
    type Decorated = Parameters<ReturnType<typeof BeforeTest>>[0];
    type Decorates<Method> = Record<string, Method> extends Decorated ? true : false;
    // Does not compile when one of these is otherwise.
    const decorated: readonly [
      Decorates<(place: string, count: number) => Promise<string>>,
      Decorates<(place: string) => Promise<string>>,
    ] = [true, true];
    const refused: readonly [
      Decorates<(place: string, count: number, more: string) => Promise<string>>,
      Decorates<(place: number) => Promise<string>>,
      Decorates<() => Promise<void>>,
    ] = [false, false, false];
    expect([decorated, refused]).toEqual([
      [true, true],
      [false, false, false],
    ]);
  });
});
