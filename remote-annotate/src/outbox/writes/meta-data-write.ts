import { refusedMessages } from '../entries/outbox-messages';
import { isEqualJson } from '../entries/content';
import { isRecord } from '../entries/is-record';
import { buildStoredCall } from '../entries/stored-call';
import type { StoredCall } from '../entries/types';
import type { MetaDataWrite } from '../entries/write';
import { getBody, type WriteKind } from './write-kind';

const UPDATE_IMAGE_CALL = 'PUT /recognition/v2/training-image/{id}';

function buildPut({ image, after }: MetaDataWrite, version: { version?: number }): StoredCall {
  return { ...buildStoredCall(UPDATE_IMAGE_CALL, { id: image }), body: { meta_data: after, ...version } };
}

/** Changes the metadata of an image. The metadata of an object is changed together with its shape. */
export const metaDataWrite: WriteKind<MetaDataWrite> = {
  imageId: ({ image }) => image,
  target: ({ image }) => `meta-data ${image}`,
  buildCall: (write) => buildPut(write, write.version === undefined ? {} : { version: write.version }),
  // Omit the version: a tab with an earlier release of this code would endlessly repeat a call with an outdated version.
  earlierReleaseCall: (write) => buildPut(write, {}),
  refusalMessage: () => refusedMessages.metaData,
  resolveStale: (write, currentRow) => {
    if (!isRecord(currentRow) || !('meta_data' in currentRow)) return 'conflict';
    if (isEqualJson(currentRow.meta_data, write.after)) return 'done';
    // Another field of the image was changed, such as a flag. Send the write again with the current version.
    if (
      typeof currentRow.version === 'number' &&
      currentRow.version !== write.version &&
      isEqualJson(currentRow.meta_data, write.before)
    )
      return { ...write, version: currentRow.version };
    return 'conflict';
  },
  overwrite: ({ version: _version, ...write }) => write,
  rows: ({ image }) => ({ image }),
  effects: { image: (row, { after }) => ({ ...row, meta_data: after as typeof row.meta_data }) },
  fromCall: (storedCall, { imageId }) => {
    const body = getBody(storedCall);
    if (storedCall.key !== UPDATE_IMAGE_CALL || !('meta_data' in body)) return null;
    return { kind: 'meta-data', image: imageId, before: undefined, after: body.meta_data };
  },
};
