import { parseFileKey } from './file-key';
import { deleteObject, sendRequired, type SendS3Request } from './s3/s3-client';
import { parseS3Response } from './s3/s3-xml';

/** A multipart upload that was started and neither completed nor aborted. */
interface UnfinishedUpload {
  key: string;
  id: string;
  started: Date;
}

/**
 * Aborts multipart uploads of this store's keys that started before `before`, and returns how many. Killed servers leave such uploads, and
 * the bucket charges for their parts. Throws FileStoreError if the bucket does not support or does not permit listing uploads.
 */
export async function abortUnfinishedUploads(send: SendS3Request, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, id, started } of listUnfinished(send)) {
    // Skip uploads of other applications, which may use the same bucket.
    if (!parseFileKey(key) || started >= before) continue;
    await deleteObject(send, key, { uploadId: id });
    count += 1;
  }
  return count;
}

async function* listUnfinished(send: SendS3Request): AsyncGenerator<UnfinishedUpload> {
  let marker: Record<string, string> = {};
  for (;;) {
    // Keys of other applications may contain characters that XML cannot represent, so they are requested URL-encoded.
    const query = { uploads: '', 'encoding-type': 'url', ...marker };
    const response = await sendRequired(send, { method: 'GET', key: '', query });
    const { ListMultipartUploadsResult: uploadList } = await parseS3Response(response);
    for (const { Key, UploadId, Initiated } of uploadList?.Upload ?? []) {
      yield { key: decodeKey(Key), id: UploadId, started: new Date(Initiated) };
    }
    if (uploadList?.IsTruncated !== 'true') return;
    const nextMarkers = {
      'key-marker': decodeKey(uploadList.NextKeyMarker),
      'upload-id-marker': uploadList.NextUploadIdMarker ?? '',
    };
    // Without a new marker, the same page would be requested forever.
    if (nextMarkers['key-marker'] === '' || JSON.stringify(nextMarkers) === JSON.stringify(marker)) return;
    marker = nextMarkers;
  }
}

const decodeKey = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
