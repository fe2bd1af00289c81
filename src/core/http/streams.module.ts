import { Global, Module } from '@nestjs/common';
import { PersonalNews } from './personal-news.js';
import { StreamPlaces } from './stream-places.js';

/** What all streams to clients share. */
@Global()
@Module({ providers: [PersonalNews, StreamPlaces], exports: [PersonalNews, StreamPlaces] })
export class StreamsModule {}
