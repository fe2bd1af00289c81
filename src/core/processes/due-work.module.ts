import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DueWork } from './due-work.js';
import { HourlyWork } from './hourly-work.js';

@Module({ imports: [DiscoveryModule], providers: [DueWork, HourlyWork] })
export class DueWorkModule {}
