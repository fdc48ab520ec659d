import { refusedMessages } from '../entries/outbox-messages';
import { sameJson } from '../entries/content';
import { isRecord } from '../entries/is-record';
import { storedCall } from '../entries/stored-call';
import type { StoredCall } from '../entries/types';
import type { MetaDataWrite } from '../entries/write';
import { bodyOf, type WriteKind } from './write-kind';

const PUT = 'PUT /recognition/v2/training-image/{id}';

function put({ image, after }: MetaDataWrite, version: { version?: number }): StoredCall {
  return { ...storedCall(PUT, { id: image }), body: { meta_data: after, ...version } };
}

/** The meta data of an image. (An object's are part of its shape.) */
export const metaData: WriteKind<MetaDataWrite> = {
  imageId: ({ image }) => image,
  target: ({ image }) => `meta-data ${image}`,
  call: (write) => put(write, write.version === undefined ? {} : { version: write.version }),
  // That release would repeat a stale version for ever.
  plainCall: (write) => put(write, {}),
  refusal: () => refusedMessages.metaData,
  judgeStale: (write, current) => {
    if (!isRecord(current) || !('meta_data' in current)) return 'conflict';
    if (sameJson(current.meta_data, write.after)) return 'done';
    // Something else of the image was changed, a flag for one.
    if (typeof current.version === 'number' && current.version !== write.version && sameJson(current.meta_data, write.before))
      return { ...write, version: current.version };
    return 'conflict';
  },
  overwrite: ({ version: _seen, ...write }) => write,
  rows: ({ image }) => ({ image }),
  effects: { image: (row, { after }) => ({ ...row, meta_data: after as typeof row.meta_data }) },
  fromCall: (stored, { imageId }) => {
    const body = bodyOf(stored);
    if (stored.key !== PUT || !('meta_data' in body)) return null;
    return { kind: 'meta-data', image: imageId, before: undefined, after: body.meta_data };
  },
};
