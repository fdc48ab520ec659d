import { api } from '../api/api';
import { ApiError } from '../http/errors';
import { activeWorkspaceIdAtom } from '../state/atoms';
import { consoleStore } from '../state/store';
import { readAsDataUrl, requireReadable } from './read-file';

/** The timeout is long enough for a large image, a slow connection and a server that decodes several images at once. */
const TIMEOUT_MS = 10 * 60_000;

export interface ImageUpload {
  file: File;
  /** Fields of the call other than the image. */
  fields: Readonly<Record<string, unknown>>;
  /** Default: the active workspace. */
  workspace?: string;
  /** Use the same key for each attempt to send a file, so that a retry after a lost response does not create a duplicate. */
  idempotencyKey: string;
  signal?: AbortSignal;
  /** Called with the ratio of sent bytes, 0 to 1. */
  onSent?: (ratio: number) => void;
}

export type SendImage = (upload: ImageUpload) => Promise<string>;

/**
 * Creates a function that uploads one unmodified image and returns its new id. That function rejects with ApiError or
 * UnreadableFileError. The image is streamed as a form file. If the server refuses the form, the image is sent again as base64, because
 * some servers accept only base64. If that succeeds, later images are sent as base64 at once.
 */
export function createImageSender(call: 'POST /recognition/v2/training-image/' | 'POST /product/v2/image/'): SendImage {
  let acceptsForms: boolean | null = null;
  const sendBody = async (
    body: unknown,
    { idempotencyKey, signal, onSent }: ImageUpload,
    workspaceId: string,
  ): Promise<string> => {
    onSent?.(0);
    const image = await api.callByName(call, {
      body,
      workspace: workspaceId,
      idempotencyKey,
      signal,
      timeout: TIMEOUT_MS,
      onUploadProgress: (sentBytes, total) => onSent?.(total ? Math.min(1, sentBytes / total) : 0),
    });
    const id = typeof image === 'object' && image !== null && 'id' in image ? image.id : undefined;
    if (typeof id !== 'string') throw new ApiError(0, 'The response to the upload contains no image', image);
    return id;
  };
  return async (upload) => {
    const { file, fields, signal, workspace = consoleStore.get(activeWorkspaceIdAtom) ?? '' } = upload;
    const sendBase64 = async () => sendBody({ ...fields, base64: await readAsDataUrl(file, signal) }, upload, workspace);
    await requireReadable(file, signal);
    if (acceptsForms === false) return sendBase64();
    try {
      const id = await sendBody(toForm(file, { workspace, ...fields }), upload, workspace);
      acceptsForms = true;
      return id;
    } catch (error) {
      if (acceptsForms !== null || !mayRefuseForms(error)) throw error;
    }
    // If the image itself is invalid, the base64 request fails with the same message.
    const id = await sendBase64();
    acceptsForms = false;
    return id;
  };
}

function toForm(file: File, fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('file', file);
  return form;
}

const mayRefuseForms = (error: unknown): boolean =>
  error instanceof ApiError && [400, 415, 422].includes(error.status) && findDuplicate(error) === null;

/**
 * Returns the id of the existing image if the server refused an upload as a duplicate. The id is null if the server does not report it.
 * Returns null for other errors.
 */
export function findDuplicate(error: unknown): { imageId: string | null } | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const { body, detail } = error;
  if (typeof body === 'object' && body !== null && 'code' in body)
    return body.code === 'already_exists'
      ? { imageId: 'image_id' in body && typeof body.image_id === 'string' ? body.image_id : null }
      : null;
  // Other servers with the same API send no code, so recognise duplicates by the message.
  if (!detail.includes('already exists')) return null;
  return { imageId: /image ID: ([0-9a-f-]{36})/i.exec(detail)?.[1] ?? null };
}
