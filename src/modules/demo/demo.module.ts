import { Module } from '@nestjs/common';
import { DemoCompany } from './demo-company.service.js';

@Module({ providers: [DemoCompany] })
export class DemoModule {}
