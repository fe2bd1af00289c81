import { Button } from './button.tsx';
import { texts } from '../lib/texts.ts';
import * as fileTexts from '../lib/texts/files.texts.ts';
import { cancelUpload, retryUpload, useUploads } from './uploads.ts';

/** How far a file is, with "Cancel"; why it has failed, with "Try again". */
export default function UploadBar({ taskId, uploadKey }: { taskId: string; uploadKey: number }) {
  const upload = useUploads(taskId).find(({ key }) => key === uploadKey);
  if (!upload) return null;
  const { file, sent, failure, key } = upload;
  const cancel = (
    <Button className="ml-auto" onClick={() => cancelUpload(key)}>
      {texts.common.cancel}
    </Button>
  );
  return failure === undefined ? (
    <div className="flex items-center gap-2">
      <progress
        aria-label={fileTexts.uploading(file.name)}
        value={sent}
        max={file.size || 1}
        className="progress h-1.5 min-w-0 grow"
      />
      {cancel}
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-2">
      <p role="alert" className="min-w-0 text-xs break-words text-danger">
        {failure}
      </p>
      {cancel}
      <Button onClick={() => retryUpload(key)}>{texts.common.retry}</Button>
    </div>
  );
}
