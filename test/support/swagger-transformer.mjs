// The plugin that `nest build` runs, with the same options: tests see the OpenAPI document that is shipped.
import { before } from '@nestjs/swagger/plugin';
import nestCli from '../../nest-cli.json' with { type: 'json' };

const plugin = nestCli.compilerOptions.plugins.find(({ name }) => name === '@nestjs/swagger');

export const name = plugin.name;
/** Part of ts-jest's cache key. */
export const version = JSON.stringify(plugin.options);
export const factory = (compiler) => before({ ...plugin.options }, compiler.program);
