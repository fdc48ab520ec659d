import { parseFileKey } from './file-key';
import { FileStoreError, type ObjectRequest } from './s3-client';

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
export async function abortUnfinished(send: Send, before: Date): Promise<number> {
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
    const text = await response.text();
    for (const [, upload = ''] of text.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)) {
      const begun = new Date(field(upload, 'Initiated') ?? NaN);
      yield { key: inAddress(field(upload, 'Key')), id: inXml(field(upload, 'UploadId')), begun };
    }
    if (field(text, 'IsTruncated') !== 'true') return;
    const next = {
      'key-marker': inAddress(field(text, 'NextKeyMarker')),
      'upload-id-marker': inXml(field(text, 'NextUploadIdMarker')),
    };
    // A server that says nothing of where to go on would be asked for ever.
    if (next['key-marker'] === '' || JSON.stringify(next) === JSON.stringify(from)) return;
    from = next;
  }
}

const field = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
const inAddress = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
const inXml = (text = '') =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
