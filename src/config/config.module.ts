import { DynamicModule, Module } from '@nestjs/common';
import { Configuration } from './configuration.js';

/** Gives every module the one checked `Configuration`. */
@Module({})
export class ConfigModule {
  static with(configuration: Configuration): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Configuration, useValue: configuration }],
      exports: [Configuration],
    };
  }
}
