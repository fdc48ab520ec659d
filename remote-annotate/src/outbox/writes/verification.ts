import type { Verification } from '@console/shared-contract/api';
import { outboxMessages, refusedMessages } from '../entries/outbox-messages';
import { isRecord } from '../entries/is-record';
import { storedCall } from '../entries/stored-call';
import type { VerificationWrite } from '../entries/write';
import { bodyOf, type WriteKind } from './write-kind';

const POST = 'POST /annotate/v2/verification/';

/** Each person verifies an image once. */
function personOf({ before, after }: VerificationWrite): string {
  return (after ?? before)?.user.id ?? '';
}

function listed(list: readonly Verification[], write: VerificationWrite, answer: unknown): readonly Verification[] {
  const { before, after } = write;
  const person = personOf(write);
  if (!after) return list.filter(({ id, user }) => id !== before?.id && user.id !== person);
  if (list.some(({ user }) => user.id === person)) return list;
  return [isRecord(answer) && typeof answer.id === 'string' ? { ...after, id: answer.id } : after, ...list];
}

const counted = (count: number, { before, after }: VerificationWrite) => Math.max(0, count + (after ? 1 : 0) - (before ? 1 : 0));

/** A person's verification of an image, given or taken back. */
export const verification: WriteKind<VerificationWrite> = {
  imageId: ({ image }) => image,
  target: (write) => `verification ${write.image} ${personOf(write)}`,
  needs: ({ before, after }) => (after ?? before)?.id ?? null,
  call: ({ image, before, after }) =>
    after
      ? storedCall(POST, undefined, { user: after.user.id, image_id: image })
      : storedCall('DELETE /annotate/v2/verification/{id}', { id: before?.id ?? '' }),
  refusal: ({ before, after }) => (after ? refusedMessages.verify : refusedMessages.unverify(before?.user.username ?? '')),
  same: (a, b) => a === null && b === null,
  // Taken back and given anew is another verification, of what is there by then.
  isApart: (earlier, later) => earlier.after === null && later.after !== null,
  isClosing: ({ after }) => after !== null,
  isSettledBy: ({ after }, status) => status === (after === null ? 404 : 409),
  made: ({ after }, answer) =>
    after && isRecord(answer) && typeof answer.id === 'string' ? { id: after.id, serverId: answer.id } : null,
  rows: ({ image }) => ({ image, tile: image, verifications: image }),
  effects: {
    image: (row, write) => ({ ...row, verificationsCount: counted(row.verificationsCount, write) }),
    tile: (row, write) => ({ ...row, verificationsCount: counted(row.verificationsCount, write) }),
    verifications: listed,
  },
  fromCall: (stored, { id, imageId, createdAt, userId }) => {
    if (stored.key !== POST) return null;
    const { user } = bodyOf(stored);
    const person = { id: typeof user === 'string' ? user : userId, username: outboxMessages.you };
    return {
      kind: 'verification',
      image: imageId,
      before: null,
      after: { id, user: person, image: imageId, created: new Date(createdAt).toISOString() },
    };
  },
};
