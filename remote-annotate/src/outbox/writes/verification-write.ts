import type { Verification } from '@console/shared-contract/api';
import { outboxMessages, refusedMessages } from '../entries/outbox-messages';
import { isRecord } from '../entries/is-record';
import { buildStoredCall } from '../entries/stored-call';
import type { VerificationWrite } from '../entries/write';
import { getBody, type WriteKind } from './write-kind';

const CREATE_CALL = 'POST /annotate/v2/verification/';

/** Returns the id of the verifying user, which identifies the verification: a user can verify an image only once. */
function getVerifierId({ before, after }: VerificationWrite): string {
  return (after ?? before)?.user.id ?? '';
}

function applyToList(list: readonly Verification[], write: VerificationWrite, response: unknown): readonly Verification[] {
  const { before, after } = write;
  const verifierId = getVerifierId(write);
  if (!after) return list.filter(({ id, user }) => id !== before?.id && user.id !== verifierId);
  // The user's verification replaces a verification with a `model`, which the user made without a review.
  const otherVerifications = list.filter(({ user, model }) => user.id !== verifierId || !model);
  if (otherVerifications.some(({ user }) => user.id === verifierId)) return list;
  return [isRecord(response) && typeof response.id === 'string' ? { ...after, id: response.id } : after, ...otherVerifications];
}

const applyToCount = (count: number, { before, after }: VerificationWrite) =>
  Math.max(0, count + (after ? 1 : 0) - (before ? 1 : 0));

/** Adds or removes a user's verification of an image. */
export const verificationWrite: WriteKind<VerificationWrite> = {
  imageId: ({ image }) => image,
  target: (write) => `verification ${write.image} ${getVerifierId(write)}`,
  dependsOn: ({ before, after }) => (after ?? before)?.id ?? null,
  buildCall: ({ image, before, after }) =>
    after
      ? buildStoredCall(CREATE_CALL, undefined, {
          user: after.user.id,
          image_id: image,
          ...(after.nothing_to_annotate === true && { nothing_to_annotate: true }),
        })
      : buildStoredCall('DELETE /annotate/v2/verification/{id}', { id: before?.id ?? '' }),
  refusalMessage: ({ before, after }) => (after ? refusedMessages.verify : refusedMessages.unverify(before?.user.username ?? '')),
  // Two verifications are never equal, because a later verification may confirm a newer state of the image.
  isEqual: (a, b) => a === null && b === null,
  // Do not merge a removal with a later verification, because the verification confirms a newer state of the image.
  mustStaySeparate: (earlier, later) => earlier.after === null && later.after !== null,
  // A verification confirms all earlier changes of the image, so these changes are sent first.
  isConfirmation: ({ after }) => after !== null,
  isAlreadyApplied: ({ after }, status) => status === (after === null ? 404 : 409),
  getCreatedRow: ({ after }, response) =>
    after && isRecord(response) && typeof response.id === 'string' ? { id: after.id, serverId: response.id } : null,
  // `tile` is the image in the list of images.
  rows: ({ image }) => ({ image, tile: image, verifications: image }),
  effects: {
    image: (row, write) => ({ ...row, verificationsCount: applyToCount(row.verificationsCount, write) }),
    tile: (row, write) => ({ ...row, verificationsCount: applyToCount(row.verificationsCount, write) }),
    verifications: applyToList,
  },
  fromCall: (storedCall, { id, imageId, createdAt, userId }) => {
    if (storedCall.key !== CREATE_CALL) return null;
    const { user, nothing_to_annotate: statesEmpty } = getBody(storedCall);
    const verifier = { id: typeof user === 'string' ? user : userId, username: outboxMessages.you };
    return {
      kind: 'verification',
      image: imageId,
      before: null,
      after: {
        id,
        user: verifier,
        image: imageId,
        created: new Date(createdAt).toISOString(),
        ...(statesEmpty === true && { nothing_to_annotate: true }),
      },
    };
  },
};
