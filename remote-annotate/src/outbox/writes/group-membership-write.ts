import { refusedMessages } from '../entries/outbox-messages';
import { isRecord } from '../entries/is-record';
import { buildStoredCall } from '../entries/stored-call';
import type { GroupMembershipWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

/** Requests only the changes. By default, the response contains the complete group, which can have thousands of members. */
const CHANGES_QUERY = { answer: 'changes' } as const;
const GROUP_CALL = 'POST /similarity/training/v2/group/{id}';

/** Adds an image or an object to a similarity group, or removes it. */
export const groupMembershipWrite: WriteKind<GroupMembershipWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, object, group }) => `group-membership ${object ?? image} ${group.id}`,
  dependsOn: ({ object }) => object ?? null,
  buildCall: ({ image, object, group: { id }, after }) => {
    if (object === undefined)
      return buildStoredCall(
        after ? `${GROUP_CALL}/add-images` : `${GROUP_CALL}/remove-images`,
        { id },
        { images: [image] },
        CHANGES_QUERY,
      );
    return buildStoredCall(
      after ? `${GROUP_CALL}/add-objects` : `${GROUP_CALL}/remove-objects`,
      { id },
      { objects: [object] },
      CHANGES_QUERY,
    );
  },
  refusalMessage: ({ object, group, after }) => {
    const texts = refusedMessages[object === undefined ? 'imageGroup' : 'objectGroup'];
    return after ? texts.joined(group.name) : texts.left(group.name);
  },
  isAlreadyApplied: ({ after }, status) => status === 409 || (!after && status === 404),
  rows: ({ object }) => (object === undefined ? {} : { object }),
  effects: {},
};

/** Whether the object was already in the group before the write, so that undoing the write must not remove it. */
export function wasAlreadyMember({ after }: GroupMembershipWrite, response: unknown): boolean {
  const addedObjects = isRecord(response) && isRecord(response.added) ? response.added.detection_objects : undefined;
  return after && Array.isArray(addedObjects) && addedObjects.length === 0;
}
