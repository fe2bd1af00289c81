import { Global, Module } from '@nestjs/common';
import { StreamSlots } from './stream-slots.js';

/** What all streams to clients share. */
@Global()
@Module({ providers: [StreamSlots], exports: [StreamSlots] })
export class StreamsModule {}
