import { parseFileKey } from './file-key';
import { FileStoreError, type ObjectRequest } from './s3/s3-client';
import { parseS3Response } from './s3/s3-xml';

type Send = (request: ObjectRequest) => Promise<Response | null>;

interface Upload {
  key: string;
  id: string;
  started: Date;
}

/**
 * Aborts multipart uploads of this store's keys that started before a moment, and returns how many. They were left by killed servers, and the
 * bucket charges for their parts. Throws FileStoreError if the bucket cannot list them or denies it.
 */
export async function abortUnfinishedUploads(send: Send, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, id, started } of listUnfinished(send)) {
    // Other applications may use the same bucket.
    if (!parseFileKey(key) || started >= before) continue;
    const response = await send({ method: 'DELETE', key, query: { uploadId: id } });
    await response?.body?.cancel();
    count += 1;
  }
  return count;
}

async function* listUnfinished(send: Send): AsyncGenerator<Upload> {
  let from: Record<string, string> = {};
  for (;;) {
    // Keys of other applications may contain characters that XML cannot represent, so they are requested URL-encoded.
    const query = { uploads: '', 'encoding-type': 'url', ...from };
    const response = await send({ method: 'GET', key: '', query });
    if (!response) throw new FileStoreError('GET of the unfinished uploads returned 404', 404, null);
    const { ListMultipartUploadsResult: list } = await parseS3Response(response);
    for (const { Key, UploadId, Initiated } of list?.Upload ?? []) {
      yield { key: decodeKey(Key), id: UploadId, started: new Date(Initiated) };
    }
    if (list?.IsTruncated !== 'true') return;
    const next = { 'key-marker': decodeKey(list.NextKeyMarker), 'upload-id-marker': list.NextUploadIdMarker ?? '' };
    // Without a new marker, the same page would be requested forever.
    if (next['key-marker'] === '' || JSON.stringify(next) === JSON.stringify(from)) return;
    from = next;
  }
}

const decodeKey = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
