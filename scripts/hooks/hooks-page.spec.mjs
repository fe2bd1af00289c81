import { hooksPage } from './hooks-page.mjs';

const HOOK = `/** Before a label\n * is removed. */\nexport const BeforeRemoval = defineHook<() => void>('removal');`;
const OWNER = `class Labels { async remove() { await this.hooks.call(BeforeRemoval); } get all() { return this.hooks.listeners(Other); } }`;
const LISTENER = `class Tasks { @BeforeRemoval() letGo() {} @Cron('*') tidy() {} }`;

const page = (...texts) => hooksPage(texts.map((text, index) => [`src/${index}.ts`, text]));

it('says of each hook when it is called, by whom, and who listens', () => {
  const [, section] = page(HOOK, OWNER, LISTENER).split('\n## ');
  expect(section).toBe(`BeforeRemoval

Before a label is removed.

| | method | file |
| --- | --- | --- |
| defined | | [0.ts](../src/0.ts) |
| called by | \`Labels.remove\` | [1.ts](../src/1.ts) |
| listens | \`Tasks.letGo\` | [2.ts](../src/2.ts) |
`);
});

it.each([
  [
    'BeforeRemoval has no comment that says when it is called: src/0.ts',
    [HOOK.replace(/.*\*\/\n/s, ''), OWNER, LISTENER],
  ],
  ['Nothing calls BeforeRemoval: src/0.ts', [HOOK, LISTENER]],
  ['No method listens to BeforeRemoval: src/0.ts', [HOOK, OWNER]],
])('refuses a page on which %s', (message, texts) => {
  expect(() => page(...texts)).toThrow(message);
});
