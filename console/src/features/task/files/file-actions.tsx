import type { AttachmentResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Confirm } from '../../../components/confirm.tsx';
import { client, messageOf } from '../../../lib/api.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { useMay, useUser } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { texts } from '../../../lib/texts.ts';
import { files as words } from '../../../lib/texts/files.texts.ts';
import { showToast } from '../../../lib/toasts.ts';

/** Has the browser save the file. */
export function download({ url, name }: AttachmentResponse): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** An address that works without signing in, for a while. */
export async function copyLink({ id }: AttachmentResponse): Promise<void> {
  try {
    const { url } = await client.getAttachmentLink({ path: { id } });
    await copyText(url, words.linkCopied);
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}

/** Whether the reader may delete the file, and the dialog that asks. */
export function useDeletion(file: AttachmentResponse, mayWrite: boolean, onDone?: () => void) {
  const [isAsking, setAsking] = useState(false);
  const user = useUser();
  const isAdmin = useMay('ADMIN');
  const remove = async () => {
    await client.deleteAttachment({ path: { id: file.id } });
    await queryClient.invalidateQueries({ queryKey: ['task'] });
    onDone?.();
  };
  return {
    mayDelete: mayWrite && (isAdmin || (file.colleagueId === null && user?.id === file.authorId)),
    ask: () => setAsking(true),
    dialog: isAsking && (
      <Confirm
        action={texts.common.delete}
        question={words.deleteQuestion(file.name)}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
