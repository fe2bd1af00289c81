import { isoMoment } from '#core/database/schema/columns.js';
import { userReference } from './users.js';

/** `scanning` and `refused` exist only with `SCAN_URL`. */
export const ATTACHMENT_STATES = ['waiting', 'scanning', 'ready', 'refused'] as const;
export type AttachmentState = (typeof ATTACHMENT_STATES)[number];

// In each fragment `$1` is the company.

/** SQL of the path of the bytes of the attachment `a`. */
export const CONTENT_PATH = `'/api/attachments/' || a.id || '/content'`;

/** How many ready files the task has. */
export function attachmentCount(task: string): string {
  return `(SELECT count(*) FROM attachments fa WHERE fa.company_id = $1 AND fa.task_id = ${task}.id AND fa.state = 'ready')`;
}

/** The ready files of the task, as JSON in the shape of answers. */
export function readyAttachmentsOf(task: string): string {
  return `coalesce((
    SELECT json_agg(json_build_object('id', a.id, 'taskId', a.task_id, 'name', a.name, 'size', a.size,
        'contentType', a.content_type, 'sha256', a.sha256, 'state', a.state, 'authorId', a.author_id,
        'author', ${userReference('au')}, 'colleagueId', a.colleague_id, 'createdAt', ${isoMoment('a.created_at')}, 'url', ${CONTENT_PATH},
        'uploadUrl', NULL) ORDER BY a.created_at, a.id)
    FROM attachments a JOIN users au ON au.company_id = a.company_id AND au.id = a.author_id
    WHERE a.company_id = $1 AND a.task_id = ${task}.id AND a.state = 'ready'), '[]')`;
}
