import { refusedMessages } from '../entries/outbox-messages';
import { isRecord } from '../entries/is-record';
import { buildStoredCall } from '../entries/stored-call';
import type { GroupVerificationWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

/** Returns a local id for the verification. The id is unique, because a user can verify a group only once. */
const getLocalId = ({ group, user }: GroupVerificationWrite) => `group-verification ${group} ${user}`;

/** Adds or removes a user's verification of a similarity group, from a job. */
export const groupVerificationWrite: WriteKind<GroupVerificationWrite> = {
  imageId: ({ group }) => group,
  target: ({ group, user }) => `group-verification ${group} ${user}`,
  dependsOn: (write) => (write.after ? null : getLocalId(write)),
  buildCall: (write) =>
    write.after
      ? buildStoredCall('POST /annotate/v2/similarity-verification/', undefined, { user: write.user, group_id: write.group })
      : buildStoredCall('DELETE /annotate/v2/similarity-verification/{id}', { id: getLocalId(write) }),
  refusalMessage: ({ after }) => (after ? refusedMessages.verifyGroup : refusedMessages.unverifyGroup),
  isConfirmation: ({ after }) => after,
  // Treat 400 and 404 as success when a verification is removed. The id of a verification from an earlier visit is not known locally, so
  // the request fails.
  isAlreadyApplied: ({ after }, status) => (after ? status === 409 : status === 404 || status === 400),
  getCreatedRow: (write, response) =>
    write.after && isRecord(response) && typeof response.id === 'string'
      ? { id: getLocalId(write), serverId: response.id }
      : null,
  rows: () => ({}),
  effects: {},
  // `fromCall` is not needed, because earlier releases did not send this request.
};
