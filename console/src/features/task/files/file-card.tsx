import { Download, File as FileIcon, Link2, Trash2 } from 'lucide-react';
import type { AttachmentResponse } from 'project-management-sdk';
import { useState } from 'react';
import { isPicture, previewOf, showBytes } from '../../../components/attachments.ts';
import { IconButton } from '../../../components/button.tsx';
import { passFocus } from '../../../components/pass-focus.ts';
import { showMoment } from '../../../lib/format.ts';
import { texts } from '../../../lib/texts.ts';
import { files as words } from '../../../lib/texts/files.texts.ts';
import { copyLink, download, useDeletion } from './file-actions.tsx';

interface FileCardProps {
  file: AttachmentResponse;
  mayWrite: boolean;
  onOpen: () => void;
}

/** A file: its preview or its icon, its name, and what can be done with it. */
export default function FileCard({ file, mayWrite, onOpen }: FileCardProps) {
  const { name, size, state, author, createdAt } = file;
  const deletion = useDeletion(file, mayWrite);
  const isReady = state === 'ready';
  return (
    <article aria-label={name} className="panel flex min-w-0 flex-col overflow-hidden">
      {isReady && isPicture(file) ? (
        <Preview file={file} onOpen={onOpen} />
      ) : (
        <div className="flex h-28 items-center justify-center bg-sunken text-muted">
          <FileIcon size={28} aria-hidden />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-0.5 p-2">
        <p className="truncate text-sm font-medium" title={name}>
          {name}
        </p>
        <p className="truncate text-xs text-muted" title={`${author.name}, ${showMoment(createdAt)}`}>
          {words.states[state] ?? `${showBytes(size)}, ${author.name}`}
        </p>
        <div className="-mx-1 flex">
          {isReady && (
            <>
              <IconButton label={words.download} onClick={() => download(file)}>
                <Download size={14} aria-hidden />
              </IconButton>
              <IconButton label={words.copyLink} onClick={() => void copyLink(file)}>
                <Link2 size={14} aria-hidden />
              </IconButton>
            </>
          )}
          {deletion.mayDelete && (
            <IconButton ref={passFocus} label={texts.common.delete} className="ml-auto" onClick={deletion.ask}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          )}
        </div>
      </div>
      {deletion.dialog}
    </article>
  );
}

function Preview({ file, onOpen }: Pick<FileCardProps, 'file' | 'onOpen'>) {
  const [isMissing, setMissing] = useState(false);
  return (
    <button
      type="button"
      aria-label={words.open(file.name)}
      onClick={onOpen}
      className="flex h-28 items-center justify-center overflow-hidden bg-sunken text-muted"
    >
      {isMissing ? (
        <FileIcon size={28} aria-hidden />
      ) : (
        <img
          src={previewOf(file, 320)}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setMissing(true)}
        />
      )}
    </button>
  );
}
