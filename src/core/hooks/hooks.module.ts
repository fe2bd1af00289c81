import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Hooks } from './hooks.js';

@Global()
@Module({ imports: [DiscoveryModule], providers: [Hooks], exports: [Hooks] })
export class HooksModule {}
