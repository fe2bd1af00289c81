import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { AttachmentResponse } from 'project-management-sdk';
import { useEffect, useState } from 'react';
import { previewOf } from '../../../components/attachments.ts';
import { Button } from '../../../components/button.tsx';
import { DialogBody, Modal } from '../../../components/modal.tsx';
import { hearKeys, keyOf } from '../../../lib/keys.ts';
import { texts } from '../../../lib/texts.ts';
import { files as words } from '../../../lib/texts/files.texts.ts';
import { copyLink, download, useDeletion } from './file-actions.tsx';

interface FileViewerProps {
  pictures: readonly AttachmentResponse[];
  openId: string;
  mayWrite: boolean;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** A picture, large, and the way to those beside it. */
export default function FileViewer({ pictures, openId, mayWrite, onOpen, onClose }: FileViewerProps) {
  const at = pictures.findIndex(({ id }) => id === openId);
  const file = pictures[at];
  useEffect(() => {
    if (!file) onClose();
  }, [file, onClose]);
  if (!file) return null;
  const go = (step: number) => {
    const next = pictures[(at + step + pictures.length) % pictures.length];
    if (next) onOpen(next.id);
  };
  return <Picture file={file} isAlone={pictures.length === 1} mayWrite={mayWrite} onGo={go} onClose={onClose} />;
}

interface PictureProps {
  file: AttachmentResponse;
  isAlone: boolean;
  mayWrite: boolean;
  onGo: (step: number) => void;
  onClose: () => void;
}

function Picture({ file, isAlone, mayWrite, onGo, onClose }: PictureProps) {
  const deletion = useDeletion(file, mayWrite, onClose);
  const [missing, setMissing] = useState<string>();
  const isAsking = Boolean(deletion.dialog);
  useEffect(
    () =>
      hearKeys(
        (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[keyOf(event)];
          if (step && !isAsking) onGo(step);
        },
        // The dialog keeps arrows to itself, wherever the focus is in it.
        { isFirst: true },
      ),
    [isAsking, onGo],
  );
  return (
    <Modal title={file.name} size="lg" onClose={onClose}>
      <DialogBody>
        <div className="flex h-[55dvh] items-center justify-center rounded-md bg-sunken">
          {missing === file.id ? (
            <p className="text-muted">{words.noPreview}</p>
          ) : (
            <img
              key={file.id}
              src={previewOf(file, 1280)}
              alt={file.name}
              className="max-h-full max-w-full object-contain"
              onError={() => setMissing(file.id)}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={isAlone} onClick={() => onGo(-1)}>
            <ChevronLeft size={14} aria-hidden />
            {words.previous}
          </Button>
          <Button disabled={isAlone} onClick={() => onGo(1)}>
            {words.next}
            <ChevronRight size={14} aria-hidden />
          </Button>
          <div className="ml-auto flex flex-wrap gap-2">
            <Button onClick={() => void copyLink(file)}>{words.copyLink}</Button>
            <Button onClick={() => download(file)}>{words.download}</Button>
            {deletion.mayDelete && <Button onClick={deletion.ask}>{texts.common.delete}</Button>}
          </div>
        </div>
      </DialogBody>
      {deletion.dialog}
    </Modal>
  );
}
