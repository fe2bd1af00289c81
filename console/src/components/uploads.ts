import type { AttachmentResponse } from 'project-management-sdk';
import { useSyncExternalStore } from 'react';
import { client, isApiError, messageOf } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { showBytes } from './attachments.ts';

/** A file on its way to a task. It goes on while its task is not shown. */
export interface Upload {
  key: number;
  taskId: string;
  file: File;
  state: 'queued' | 'sending' | 'failed';
  /** Bytes. */
  sent: number;
  /** Why it has failed. */
  failure: string | undefined;
}

/** What is under way outside of the list that is shown. */
interface Work {
  controller: AbortController;
  settle: (made: AttachmentResponse | undefined) => void;
}

/** Others wait: so a hundred dropped files use up neither the connection nor the places of the company. */
const MOST_AT_ONCE = 3;

let uploads: readonly Upload[] = [];
let nextKey = 1;
let sending = 0;
const works = new Map<number, Work>();
const listeners = new Set<() => void>();

function show(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const change = (key: number, changes: Partial<Upload>) =>
  show(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));

/** Attaches a file to a task. Resolves once it is there, after other tries if need be; with undefined when it is given up. */
export function startUpload(
  taskId: string,
  file: File,
): { key: number; made: Promise<AttachmentResponse | undefined> } {
  const key = nextKey++;
  const made = new Promise<AttachmentResponse | undefined>((settle) => {
    works.set(key, { controller: new AbortController(), settle });
  });
  show([...uploads, { key, taskId, file, state: 'queued', sent: 0, failure: undefined }]);
  begin();
  return { key, made };
}

/** Leaves nothing of it. */
export function cancelUpload(key: number): void {
  works.get(key)?.controller.abort();
  end(key, undefined);
}

export function retryUpload(key: number): void {
  change(key, { state: 'queued', sent: 0, failure: undefined });
  begin();
}

export function useUploads(taskId: string): readonly Upload[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
  return all.filter((upload) => upload.taskId === taskId);
}

function end(key: number, made: AttachmentResponse | undefined): void {
  show(uploads.filter((upload) => upload.key !== key));
  works.get(key)?.settle(made);
  works.delete(key);
}

function begin(): void {
  const next = uploads.find(({ state }) => state === 'queued');
  if (!next || sending >= MOST_AT_ONCE) return;
  sending += 1;
  change(next.key, { state: 'sending' });
  void send(next).finally(() => {
    sending -= 1;
    begin();
  });
  begin();
}

/** What is wrong with the file, in the service's words; bytes as people say them. */
function reasonOf(error: unknown): string {
  const [reason = messageOf(error)] = isApiError(error) ? Object.values(error.details ?? {}) : [];
  return reason.replace(/\b(\d+) bytes/, (_, bytes) => showBytes(Number(bytes)));
}

async function send({ key, taskId, file }: Upload): Promise<void> {
  const { signal } = works.get(key)?.controller ?? {};
  const onProgress = (sent: number) => change(key, { sent });
  try {
    const made = await client.uploadFile(taskId, { name: file.name, data: file, signal, onProgress });
    await queryClient.invalidateQueries({ queryKey: ['task'] });
    end(key, made);
  } catch (error) {
    if (!signal?.aborted) change(key, { state: 'failed', failure: reasonOf(error) });
  }
}
