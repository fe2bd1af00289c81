import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { ArchivedFiles } from './archived-files.service.js';
import { Attachment } from './attachment.entity.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsController } from './attachments.controller.js';
import { CopiedFiles } from './copied-files.service.js';
import { AttachmentParts, AttachmentsService } from './attachments.service.js';
import { Downloads } from './downloads/downloads.js';
import { FileLinks } from './downloads/file-links.js';
import { PictureScaling } from './downloads/picture-scaling.js';
import { Previews } from './downloads/previews.js';
import { FileUseRepository } from './file-use.repository.js';
import { FileLimits } from './file-limits.js';
import { ScanQueue } from './scans/scan-queue.js';
import { ScanWorker } from './scans/scan-worker.js';
import { SharedFilesController } from './shared-files.controller.js';
import { BytesLedgerRepository } from './store/bytes-ledger.repository.js';
import { FileStores } from './store/file-stores.service.js';
import { StoreStart } from './store/store-start.js';
import { TaskAttachmentsController } from './task-attachments.controller.js';
import { FilesCleanupTask } from './upkeep/files-cleanup.task.js';
import { UploadLeases } from './uploads/upload-leases.js';
import { UploadSlots } from './uploads/upload-slots.service.js';
import { UploadParts, Uploads } from './uploads/uploads.js';
import { UploadLeasesRepository } from './uploads/upload-leases.repository.js';
import { ScanQueueRepository } from './scans/scan-queue.repository.js';
import { FileDisksRepository } from './store/file-disks.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Attachment), CompaniesModule, ProjectsModule, TasksModule],
  controllers: [TaskAttachmentsController, AttachmentsController, SharedFilesController],
  providers: [
    ArchivedFiles,
    AttachmentParts,
    AttachmentsRepository,
    AttachmentsService,
    BytesLedgerRepository,
    CopiedFiles,
    Downloads,
    FileDisksRepository,
    FileLimits,
    FileLinks,
    FileStores,
    FileUseRepository,
    FilesCleanupTask,
    PictureScaling,
    Previews,
    ScanQueue,
    ScanQueueRepository,
    ScanWorker,
    StoreStart,
    UploadLeases,
    UploadLeasesRepository,
    UploadParts,
    UploadSlots,
    Uploads,
  ],
  exports: [ArchivedFiles, CopiedFiles, FileLimits, FileStores, UploadSlots],
})
export class FilesModule {}
