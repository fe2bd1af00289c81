import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, URL } from 'node:url';
import { transformSync } from '@swc/core';

/** A child of a test runs the sources as they are, without a build: jest compiles them for its own process alone. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('#'))
      return next(specifier, { ...context, conditions: [...context.conditions, 'source'] });
    const isOurs = /^(?:file:|\.)/.test(specifier) && !/\/node_modules\//.test(context.parentURL ?? '');
    if (!isOurs || !specifier.endsWith('.js')) return next(specifier, context);
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    return existsSync(fileURLToPath(source)) ? next(source.href, context) : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      swcrc: false,
      sourceMaps: 'inline',
      module: { type: 'es6' },
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        target: 'es2023',
        keepClassNames: true,
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
