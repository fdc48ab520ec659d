import { messages } from '../../messages';
import { isRecord } from '../send/rows';
import { storedCall } from '../stored-call';
import type { GroupVerificationWrite } from './write';
import type { WriteKind } from './write-kind';

/** A person verifies a group once. */
const idOf = ({ group, user }: GroupVerificationWrite) => `group-verification ${group} ${user}`;

/** A person's verification of a similarity group, given from a job or taken back. */
export const groupVerification: WriteKind<GroupVerificationWrite> = {
  imageId: ({ group }) => group,
  target: ({ group, user }) => `group-verification ${group} ${user}`,
  needs: (write) => (write.after ? null : idOf(write)),
  call: (write) =>
    write.after
      ? storedCall('POST /annotate/v2/similarity-verification/', undefined, { user: write.user, group_id: write.group })
      : storedCall('DELETE /annotate/v2/similarity-verification/{id}', { id: idOf(write) }),
  refusal: ({ after }) => (after ? messages.refused.verifyGroup : messages.refused.unverifyGroup),
  isClosing: ({ after }) => after,
  // One that was there before has no id here: it is not this write's to take back.
  isSettledBy: ({ after }, status) => (after ? status === 409 : status === 404 || status === 400),
  made: (write, answer) =>
    write.after && isRecord(answer) && typeof answer.id === 'string' ? { id: idOf(write), serverId: answer.id } : null,
  rows: () => ({}),
  effects: {},
  // No earlier release has sent any.
  fromCall: () => null,
};
