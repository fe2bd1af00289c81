import type { AttachmentResponse } from 'project-management-sdk';

const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
const STEP = 1024;

/** Whether the service makes previews of it. */
export const isPicture = ({ contentType }: Pick<AttachmentResponse, 'contentType'>): boolean =>
  PICTURES.includes(contentType);

export const previewOf = ({ id }: Pick<AttachmentResponse, 'id'>, size: 320 | 1280): string =>
  `/api/attachments/${id}/preview?size=${size}`;

/** "12 MB", as people say it. */
export function showBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < STEP ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)));
  const value = bytes / STEP ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits }).format(value)} ${UNITS[power] ?? ''}`;
}

/** The Markdown of a picture of the task. */
export const pictureText = (name: string, target: string): string =>
  `![${name.replace(/[\\[\]]/g, '\\$&')}](${target})`;

/** Pictures without words beside them: a cell of a table comes as both, and its words are meant. */
export function pastedPictures({ clipboardData }: { clipboardData: DataTransfer | null }): File[] {
  if (!clipboardData || clipboardData.getData('text/plain') !== '') return [];
  return [...clipboardData.files].filter(({ type }) => type.startsWith('image/'));
}
