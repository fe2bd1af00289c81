import {
  type ClipboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { load } from '../lib/loading.ts';
import * as fileTexts from '../lib/texts/files.texts.ts';
import { pastedPictures, pictureText } from './attachments.ts';
import { useTaskFiles } from './task-files.tsx';
import { startUpload } from './uploads.ts';

const UploadBar = lazy(() => load(() => import('./upload-bar.tsx')));

interface PastedPictures {
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** How far they are. */
  progress: ReactNode;
}

/** Pictures that are pasted into a text of a task become files of it, and stand in the text. */
export function usePastedPictures(
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (text: string) => void,
): PastedPictures {
  const files = useTaskFiles();
  const [keys, setKeys] = useState<readonly number[]>([]);
  const latest = useRef<{ value: string; onChange: (text: string) => void }>(undefined);
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => () => void (latest.current = undefined), []);
  const write = (change: (text: string) => string) => {
    if (!latest.current) return;
    const text = change(latest.current.value);
    latest.current.value = text;
    latest.current.onChange(text);
  };
  const add = async (taskId: string, file: File) => {
    const { key, made } = startUpload(taskId, file);
    const mark = pictureText(fileTexts.uploading(file.name), `upload:${key}`);
    const at = field.current?.selectionStart ?? value.length;
    write((text) => text.slice(0, at) + mark + text.slice(field.current?.selectionEnd ?? at));
    setKeys((present) => [...present, key]);
    const attachment = await made;
    write((text) => text.replace(mark, attachment ? pictureText(file.name, `attachment:${attachment.id}`) : ''));
    setKeys((present) => present.filter((other) => other !== key));
  };
  return {
    onPaste: (event) => {
      const pictures = pastedPictures(event);
      if (!files?.mayAttach || pictures.length === 0) return;
      event.preventDefault();
      for (const picture of pictures) void add(files.taskId, picture);
    },
    progress: files && keys.length > 0 && (
      <Suspense>
        {keys.map((key) => (
          <UploadBar key={key} taskId={files.taskId} uploadKey={key} />
        ))}
      </Suspense>
    ),
  };
}
