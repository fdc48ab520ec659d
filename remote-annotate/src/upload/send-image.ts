import { api, ApiError } from '@console/shared-auth';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { messages } from '../messages';
import { readAsDataUrl, requireReadable, UnreadableFileError } from './read-file';
import type { UploadState } from './upload-item';

/** A large picture over a slow line, and a server that decodes several at a time. */
const TIMEOUT_MS = 10 * 60_000;
const UPLOAD = 'POST /recognition/v2/training-image/';

export interface SendOptions {
  file: File;
  workspace: string;
  /** The same for each try of a file: where only the answer was lost, the repeat is no duplicate of the first. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Share of the bytes on their way, 0 to 1. */
  onSent: (share: number) => void;
}

export type SendImage = (options: SendOptions) => Promise<string>;

/**
 * A sender of one picture, its pixels untouched. It answers the new image's id and rejects with ApiError or
 * UnreadableFileError. The picture goes as a file of a form, which the browser streams; a deployment of the API that takes
 * base64 only is found out once.
 */
export function createImageSender(): SendImage {
  let takesForms: boolean | null = null;
  return async (options) => {
    await requireReadable(options.file, options.signal);
    if (takesForms === false) return sendBase64(options);
    try {
      const id = await sendForm(options);
      takesForms = true;
      return id;
    } catch (error) {
      if (takesForms !== null || !mayBeTheForm(error)) throw error;
    }
    // Where the picture is what is wrong, base64 is refused in the same words.
    const id = await sendBase64(options);
    takesForms = false;
    return id;
  };
}

function mayBeTheForm(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 400 || error.status === 415 || error.status === 422) && !duplicateOf(error)
  );
}

async function sendForm({ file, workspace, ...options }: SendOptions): Promise<string> {
  const body = new FormData();
  body.append('workspace', workspace);
  body.append('noresize', 'true');
  body.append('meta_data', JSON.stringify(metaDataOf(file)));
  body.append('file', file);
  const image = await api.callByName(UPLOAD, { body, workspace, ...uploading(options) });
  const id = typeof image === 'object' && image !== null && 'id' in image ? image.id : undefined;
  if (typeof id !== 'string') throw new ApiError(0, 'The upload was answered without an image', image);
  return id;
}

async function sendBase64({ file, workspace, ...options }: SendOptions): Promise<string> {
  const base64 = await readAsDataUrl(file, options.signal);
  const image = await api.call(UPLOAD, {
    body: { base64, noresize: true, meta_data: metaDataOf(file) },
    workspace,
    ...uploading(options),
  });
  return image.id;
}

/** What is kept of the file beside its bytes: by its name people find the picture. */
const metaDataOf = ({ name }: File) => ({ [FILE_NAME_KEY]: name });

function uploading({ idempotencyKey, signal, onSent }: Omit<SendOptions, 'file' | 'workspace'>) {
  onSent(0);
  return {
    idempotencyKey,
    signal,
    timeout: TIMEOUT_MS,
    onUploadProgress: (sent: number, total: number | undefined) => onSent(total ? Math.min(1, sent / total) : 0),
  };
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
