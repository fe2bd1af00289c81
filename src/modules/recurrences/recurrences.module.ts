import { Module } from '@nestjs/common';
import { UsersModule } from '#modules/users/users.module.js';
import { RecurrencesController } from './recurrences.controller.js';
import { SchedulePreviews } from './schedule-previews.js';

@Module({
  imports: [UsersModule],
  controllers: [RecurrencesController],
  providers: [SchedulePreviews],
})
export class RecurrencesModule {}
