import { Module } from '@nestjs/common';
import { UsersModule } from '#modules/users/users.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';
import { ErasureWorker } from './erasure-worker.js';
import { ErasuresRepository } from './erasures.repository.js';

/** People who go. What is to be forgotten of them, its owners know: `@BeforeErasure()`, `@AfterErasure()`. */
@Module({
  imports: [UsersModule],
  controllers: [ErasureController],
  providers: [ErasureService, ErasuresRepository, ErasureWorker],
})
export class ErasureModule {}
