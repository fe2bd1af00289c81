import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pictureText } from '../../components/attachments.ts';
import { IconButton } from '../../components/button.tsx';
import { startUpload } from '../../components/uploads.ts';
import { client, messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { files as words } from '../../lib/texts/files.texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** A picture that waits for the task that it belongs to. */
export interface PastedFile {
  /** Stands in the description for the id that it will have. */
  mark: string;
  file: File;
}

/** The description with the pictures at the caret, and the pictures. */
export function withPasted(
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
  pictures: readonly File[],
): { description: string; pasted: PastedFile[] } {
  const pasted = pictures.map((file) => ({ mark: `pasted:${crypto.randomUUID()}`, file }));
  const text = pasted.map(({ mark, file }) => pictureText(file.name, mark)).join('\n');
  return { description: value.slice(0, selectionStart) + text + value.slice(selectionEnd), pasted };
}

/** The description without the places of pictures that are not there yet. */
export const withoutMarks = (description: string, pasted: readonly PastedFile[]): string =>
  pasted.reduce((text, { mark, file }) => text.replaceAll(pictureText(file.name, mark), ''), description).trim();

/** Sends the pictures of a task that has just been made, and has its description show each that comes. */
export async function sendPasted(id: string, description: string, pasted: readonly PastedFile[]): Promise<void> {
  let text = description;
  let missing = pasted;
  let written = withoutMarks(text, missing);
  /** What somebody else has written meanwhile stays. */
  const write = async () => {
    const { description: present } = await client.getTask({ path: { id } });
    const next = withoutMarks(text, missing);
    if (next === written || (present ?? '') !== written) return;
    await client.updateTask({ path: { id }, body: { description: next } });
    written = next;
    await queryClient.invalidateQueries({ queryKey: ['task'] });
  };
  let writing = Promise.resolve();
  const add = async (one: PastedFile) => {
    const attachment = await startUpload(id, one.file).made;
    if (!attachment) return;
    const { name } = one.file;
    text = text.replaceAll(pictureText(name, one.mark), pictureText(name, `attachment:${attachment.id}`));
    missing = missing.filter((other) => other !== one);
    writing = writing.then(write);
    await writing;
  };
  try {
    await Promise.all(pasted.map(add));
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}

/** The pictures, which are only in this browser until the task is made. */
export function PastedFiles({ pasted, onRemove }: { pasted: readonly PastedFile[]; onRemove: (mark: string) => void }) {
  return (
    <ul aria-label={words.pasted} className="flex flex-wrap gap-2">
      {pasted.map(({ mark, file }) => (
        <li key={mark} className="relative">
          <Thumbnail file={file} />
          <IconButton
            label={words.removePasted(file.name)}
            className="absolute top-0 right-0 bg-surface"
            onClick={() => onRemove(mark)}
          >
            <X size={12} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url && <img src={url} alt={file.name} className="size-20 rounded-md border border-line object-cover" />;
}
