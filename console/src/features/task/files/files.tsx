import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { isPicture } from '../../../components/attachments.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/screen.tsx';
import { startUpload, useUploads } from '../../../components/uploads.ts';
import { cx } from '../../../lib/cx.ts';
import { load } from '../../../lib/loading.ts';
import type { TaskDetail } from '../../../lib/model.ts';
import { overlay } from '../../../lib/on-demand.tsx';
import { files as words } from '../../../lib/texts/files.texts.ts';
import { EmptyPart } from '../empty-part.tsx';
import { filesQuery } from './queries.ts';
import { useGivenFiles } from './use-given-files.ts';

const FileCard = lazy(() => load(() => import('./file-card.tsx')));
const UploadBar = lazy(() => load(() => import('../../../components/upload-bar.tsx')));
const FileViewer = overlay(() => import('./file-viewer.tsx'));

/** The region with the files of a task. */
export function Files({ task, mayWrite }: { task: TaskDetail; mayWrite: boolean }) {
  const { data: files } = useQuery(filesQuery(task.id));
  const uploads = useUploads(task.id);
  const [openId, setOpenId] = useState<string>();
  const region = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const attach = (given: readonly File[]) => {
    for (const file of given) void startUpload(task.id, file);
  };
  const isOver = useGivenFiles(region, mayWrite, attach);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    attach([...(target.files ?? [])]);
    target.value = '';
  };
  const pictures = files?.filter((file) => file.state === 'ready' && isPicture(file)) ?? [];
  const isEmpty = (files ?? []).length === 0 && uploads.length === 0;
  const chooseFiles = <input ref={chooser} type="file" multiple hidden aria-label={words.attach} onChange={choose} />;
  if (isEmpty && !isOver)
    return (
      <div ref={region} className="hidden">
        {mayWrite && (
          <>
            {chooseFiles}
            <EmptyPart text={words.add} onAdd={() => chooser.current?.click()} />
          </>
        )}
      </div>
    );
  return (
    <div ref={region}>
      <Section
        title={words.title}
        {...(files && { count: files.length })}
        actions={
          mayWrite && (
            <>
              {chooseFiles}
              <Button data-adds onClick={() => chooser.current?.click()}>
                <Paperclip size={14} aria-hidden />
                {words.attach}
              </Button>
            </>
          )
        }
        className={cx(isOver && 'rounded-md outline-2 outline-offset-4 outline-accent outline-dashed')}
      >
        {isEmpty && <p className="text-muted">{words.drop}</p>}
        <Suspense>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
            {files?.map((file) => (
              <FileCard key={file.id} file={file} mayWrite={mayWrite} onOpen={() => setOpenId(file.id)} />
            ))}
          </div>
        </Suspense>
        {uploads.map(({ key, file }) => (
          <article key={key} aria-label={file.name} className="panel flex flex-col gap-1 p-2">
            <p className="truncate text-sm font-medium">{file.name}</p>
            <Suspense>
              <UploadBar taskId={task.id} uploadKey={key} />
            </Suspense>
          </article>
        ))}
      </Section>
      {openId !== undefined && (
        <FileViewer
          pictures={pictures}
          openId={openId}
          mayWrite={mayWrite}
          onOpen={setOpenId}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </div>
  );
}
