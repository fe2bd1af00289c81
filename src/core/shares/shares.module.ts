import { Global, Module } from '@nestjs/common';
import { Shares } from './shares.js';

@Global()
@Module({ providers: [Shares], exports: [Shares] })
export class SharesModule {}
