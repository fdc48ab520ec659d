import { refusedMessages } from '../entries/outbox-messages';
import { buildStoredCall } from '../entries/stored-call';
import type { FlagWrite } from '../entries/write';
import { getBody, type WriteKind } from './write-kind';

const UPDATE_CALL = 'POST /recognition/v2/training-image/update';

/** Sets an image flag: PRODUCT or REAL, TRAIN or TEST. */
export const flagWrite: WriteKind<FlagWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, flag }) => `flag ${image} ${flag}`,
  buildCall: ({ image, flag, after }) => {
    if (flag === 'real')
      return buildStoredCall(UPDATE_CALL, undefined, { images: [image], [after ? 'mark-real' : 'unmark-real']: true });
    return buildStoredCall(UPDATE_CALL, undefined, { images: [image], [after ? 'mark-test' : 'unmark-test']: true });
  },
  refusalMessage: ({ flag, after }) => refusedMessages.flag[flag](after),
  rows: ({ image }) => ({ image, tile: image }),
  effects: {
    image: (row, { flag, after }) => (flag === 'real' ? { ...row, real: after } : { ...row, test_image: after }),
    tile: (row, { flag, after }) => (flag === 'real' ? { ...row, isReal: after } : { ...row, isTest: after }),
  },
  fromCall: (storedCall, { imageId }) => {
    const [, negation, name] =
      /^(un)?mark-(real|test)$/.exec(Object.keys(getBody(storedCall)).find((key) => key.includes('mark-')) ?? '') ?? [];
    if (storedCall.key !== UPDATE_CALL || (name !== 'real' && name !== 'test')) return null;
    const after = negation === undefined;
    return { kind: 'flag', image: imageId, flag: name, before: !after, after };
  },
};
