import { Global, Module } from '@nestjs/common';
import { PersonalNews } from './personal-news.js';
import { StreamSlots } from './stream-slots.js';

/** What all streams to clients share. */
@Global()
@Module({ providers: [PersonalNews, StreamSlots], exports: [PersonalNews, StreamSlots] })
export class StreamsModule {}
