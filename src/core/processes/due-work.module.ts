import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DueWork } from './due-work.js';

@Module({ imports: [DiscoveryModule], providers: [DueWork] })
export class DueWorkModule {}
