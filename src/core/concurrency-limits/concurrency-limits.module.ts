import { Global, Module } from '@nestjs/common';
import { ConcurrencyLimits } from './concurrency-limits.js';

@Global()
@Module({ providers: [ConcurrencyLimits], exports: [ConcurrencyLimits] })
export class ConcurrencyLimitsModule {}
