import { messages } from '../../messages';
import { storedCall } from '../stored-call';
import type { GroupVerificationWrite } from './write';
import type { WriteKind } from './write-kind';

/** A person's verification of a similarity group, given from a job. */
export const groupVerification: WriteKind<GroupVerificationWrite> = {
  imageId: ({ group }) => group,
  target: ({ group, user }) => `group-verification ${group} ${user}`,
  call: ({ group, user }) => storedCall('POST /annotate/v2/similarity-verification/', undefined, { user, group_id: group }),
  refusal: () => messages.refused.verifyGroup,
  isClosing: () => true,
  isSettledBy: (_, status) => status === 409,
  rows: () => ({}),
  effects: {},
  // No earlier release has sent any.
  fromCall: () => null,
};
