import { Global, Module } from '@nestjs/common';
import { resolveName } from './name-resolution.js';
import { OutboundHttp, RESOLVE_NAME } from './outbound-http.js';

@Global()
@Module({ providers: [OutboundHttp, { provide: RESOLVE_NAME, useValue: resolveName }], exports: [OutboundHttp] })
export class OutboundModule {}
