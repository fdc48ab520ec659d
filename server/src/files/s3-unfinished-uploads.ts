import { parseFileKey } from './file-key';
import { FileStoreError, type ObjectRequest } from './s3-client';
import { parseS3Response } from './s3-xml';

type Send = (request: ObjectRequest) => Promise<Response | null>;

interface Upload {
  key: string;
  id: string;
  begun: Date;
}

/**
 * Takes back uploads in parts of this store's keys that began before a moment: those of a server that was killed, whose parts
 * the bucket keeps, and charges for, until then. Answers how many. Fails with FileStoreError where the bucket cannot list
 * them or the key of the operator may not.
 */
export async function abortUnfinishedUploads(send: Send, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, id, begun } of unfinished(send)) {
    // The bucket may be others' too.
    if (!parseFileKey(key) || begun >= before) continue;
    const response = await send({ method: 'DELETE', key, query: { uploadId: id } });
    await response?.body?.cancel();
    count += 1;
  }
  return count;
}

async function* unfinished(send: Send): AsyncGenerator<Upload> {
  let from: Record<string, string> = {};
  for (;;) {
    // Keys of others may hold what XML cannot: so they come as in an address.
    const query = { uploads: '', 'encoding-type': 'url', ...from };
    const response = await send({ method: 'GET', key: '', query });
    if (!response) throw new FileStoreError('GET of the unfinished uploads was answered 404', 404, null);
    const { ListMultipartUploadsResult: list } = await parseS3Response(response);
    for (const { Key, UploadId, Initiated } of list?.Upload ?? []) {
      yield { key: inAddress(Key), id: UploadId, begun: new Date(Initiated) };
    }
    if (list?.IsTruncated !== 'true') return;
    const next = { 'key-marker': inAddress(list.NextKeyMarker), 'upload-id-marker': list.NextUploadIdMarker ?? '' };
    // A server that says nothing of where to go on would be asked for ever.
    if (next['key-marker'] === '' || JSON.stringify(next) === JSON.stringify(from)) return;
    from = next;
  }
}

const inAddress = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
