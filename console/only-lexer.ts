import type { Plugin } from 'vite';

/** Leaves out of `marked` what writes HTML: the console reads its tokens alone. */
export function onlyLexer(): Plugin {
  return {
    name: 'only-lexer',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/marked.esm.js')) return null;
      const named = (name: string) => new RegExp(`([\\w$]+) as ${name}\\b`).exec(code)?.[1] ?? '';
      const end = code.indexOf(`var ${named('Renderer')}=class`);
      if (end < 0) throw new Error('marked is not laid out as before: see console/only-lexer.ts');
      return `${code.slice(0, end)}export{${named('Lexer')} as Lexer,${named('Tokenizer')} as Tokenizer};`;
    },
  };
}
