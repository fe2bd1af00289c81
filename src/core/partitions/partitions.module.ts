import { Global, Module } from '@nestjs/common';
import { Partitions } from './partitions.js';

@Global()
@Module({ providers: [Partitions], exports: [Partitions] })
export class PartitionsModule {}
