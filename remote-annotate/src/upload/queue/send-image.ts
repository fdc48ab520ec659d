import { api, ApiError } from '@console/shared-auth';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { uploadMessages } from './upload-messages';
import { readAsDataUrl, requireReadable, UnreadableFileError } from './read-file';
import type { UploadState } from './upload-item';

/** Allows for a large image, a slow connection and a server that decodes several images at once. */
const TIMEOUT_MS = 10 * 60_000;
const UPLOAD = 'POST /recognition/v2/training-image/';

export interface SendOptions {
  file: File;
  workspace: string;
  /** Identical for each attempt of a file, so that a retry after a lost response does not create a duplicate. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Called with the ratio of sent bytes, 0 to 1. */
  onSent: (share: number) => void;
}

export type SendImage = (options: SendOptions) => Promise<string>;

/**
 * Creates a function that uploads one unmodified image and returns its new id. It rejects with ApiError or
 * UnreadableFileError. The image is streamed as a form file. If the deployment accepts only base64, the function
 * remembers this after the first successful base64 upload.
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
    // If the image itself is invalid, the base64 request fails with the same message.
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

/** Metadata stored with the image. Users search images by file name. */
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

/** Converts the error of a failed upload to the state shown to the user. */
export function failureState(error: unknown): UploadState {
  if (error instanceof UnreadableFileError) return { kind: 'failed', reason: uploadMessages.unreadable };
  if (!(error instanceof ApiError)) return { kind: 'failed', reason: uploadMessages.states.failed };
  if (error.status === 0) {
    return { kind: 'failed', reason: error.timedOut ? uploadMessages.tooSlow : uploadMessages.noAnswer };
  }
  const duplicate = duplicateOf(error);
  if (duplicate) return { kind: 'duplicate', imageId: duplicate.imageId };
  // Remove the field name from the server's message: the user only knows the file.
  return { kind: 'failed', reason: error.detail.replace(/^base64: /, '') };
}

/** Returns the existing image with the same bytes, if the server names it. Null for other errors. */
function duplicateOf({ status, detail, body }: ApiError): { imageId: string | null } | null {
  if (status !== 400) return null;
  if (typeof body === 'object' && body !== null && 'code' in body && body.code === 'already_exists') {
    return { imageId: 'image_id' in body && typeof body.image_id === 'string' ? body.image_id : null };
  }
  // Other deployments report duplicates only in the message text.
  if (!detail.includes('already exists')) return null;
  return { imageId: /image ID: ([0-9a-f-]{36})/i.exec(detail)?.[1] ?? null };
}
