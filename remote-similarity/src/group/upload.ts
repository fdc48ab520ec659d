import { api, ApiError } from '@console/shared-auth';
import { FILE_NAME_KEY, MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { newId } from '@console/shared-contract/new-id';
import { readAsDataUrl } from '../files/read-file';
import { changeMembers } from './group.queries';

/** Long enough for a large image over a slow connection and a server that decodes several images at a time. */
const TIMEOUT_MS = 10 * 60_000;
/** Leaves capacity of browser and server for other requests of the user. */
const MAX_CONCURRENT_UPLOADS = 2;

export interface UploadResult {
  uploaded: number;
  /** Number of files whose images were already in the workspace. They are added to the group as well. */
  duplicates: number;
  failed: { name: string; error: unknown }[];
}

/** Uploads images without resizing and adds them to a group in batches of `MAX_IDS_PER_CALL`. */
export async function uploadToGroup(
  group: string,
  files: readonly File[],
  onDone: (done: number) => void,
): Promise<UploadResult> {
  const result: UploadResult = { uploaded: 0, duplicates: 0, failed: [] };
  const ids: string[] = [];
  const queue = [...files];
  let done = 0;
  const uploadNext = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      try {
        const { id, isDuplicate } = await uploadImage(file);
        ids.push(id);
        if (isDuplicate) result.duplicates += 1;
        else result.uploaded += 1;
      } catch (error) {
        result.failed.push({ name: file.name, error });
      }
      onDone((done += 1));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, uploadNext));
  for (let at = 0; at < ids.length; at += MAX_IDS_PER_CALL)
    await changeMembers('add', group, 'images', ids.slice(at, at + MAX_IDS_PER_CALL));
  return result;
}

async function uploadImage(file: File): Promise<{ id: string; isDuplicate: boolean }> {
  const base64 = await readAsDataUrl(file);
  try {
    const { id } = await api.call('POST /recognition/v2/training-image/', {
      body: { base64, noresize: true, meta_data: { [FILE_NAME_KEY]: file.name } },
      timeout: TIMEOUT_MS,
      idempotencyKey: newId(),
    });
    return { id, isDuplicate: false };
  } catch (error) {
    const id =
      error instanceof ApiError && error.status === 400
        ? /already exists.*image ID: ([0-9a-f-]{36})/is.exec(error.detail)?.[1]
        : undefined;
    if (id === undefined) throw error;
    return { id, isDuplicate: true };
  }
}
