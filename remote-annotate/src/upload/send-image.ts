import { api, ApiError } from '@console/shared-auth';
import { messages } from '../messages';
import { readAsDataUrl, UnreadableFileError } from './read-file';
import type { UploadState } from './upload-item';

/** A large picture over a slow line, and a server that decodes several at a time. */
const TIMEOUT_MS = 10 * 60_000;

export interface SendOptions {
  file: File;
  workspace: string;
  /** The same for each try of a file: where only the answer was lost, the repeat is no duplicate of the first. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Share of the bytes on their way, 0 to 1. */
  onSent: (share: number) => void;
}

/** Uploads one picture, its pixels untouched. Returns the new image's id; rejects with ApiError or UnreadableFileError. */
export async function sendImage({ file, workspace, idempotencyKey, signal, onSent }: SendOptions): Promise<string> {
  const base64 = await readAsDataUrl(file, signal);
  onSent(0);
  const image = await api.call('POST /recognition/v2/training-image/', {
    body: { base64, noresize: true },
    workspace,
    idempotencyKey,
    signal,
    timeout: TIMEOUT_MS,
    onUploadProgress: (sent, total) => onSent(total ? Math.min(1, sent / total) : 0),
  });
  return image.id;
}

/** What a failed upload means to the person. */
export function failureState(error: unknown): UploadState {
  if (error instanceof UnreadableFileError) return { kind: 'failed', reason: messages.upload.unreadable };
  if (!(error instanceof ApiError)) return { kind: 'failed', reason: messages.upload.states.failed };
  if (error.status === 0) {
    return { kind: 'failed', reason: error.timedOut ? messages.upload.tooSlow : messages.upload.noAnswer };
  }
  const duplicate = duplicateOf(error);
  if (duplicate) return { kind: 'duplicate', imageId: duplicate.imageId };
  // The server names the field of the body; the person knows only the file.
  return { kind: 'failed', reason: error.detail.replace(/^base64: /, '') };
}

/** The image that has the same bytes, as far as the server says which. Null where the failure is another one. */
function duplicateOf({ status, detail, body }: ApiError): { imageId: string | null } | null {
  if (status !== 400) return null;
  if (typeof body === 'object' && body !== null && 'code' in body && body.code === 'already_exists') {
    return { imageId: 'image_id' in body && typeof body.image_id === 'string' ? body.image_id : null };
  }
  // Other deployments of the API say it in words alone.
  if (!detail.includes('already exists')) return null;
  return { imageId: /image ID: ([0-9a-f-]{36})/i.exec(detail)?.[1] ?? null };
}
