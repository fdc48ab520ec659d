import { messages } from '../../messages';
import { isRecord } from '../send/rows';
import { storedCall } from '../stored-call';
import type { GroupMembershipWrite } from './write';
import type { WriteKind } from './write-kind';

/** Without it a group of thousands is answered whole. */
const CHANGES = { answer: 'changes' } as const;
const GROUP = 'POST /similarity/training/v2/group/{id}';

/** An image or an object put into a similarity group, or taken out of it. */
export const groupMembership: WriteKind<GroupMembershipWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, object, group }) => `group-membership ${object ?? image} ${group.id}`,
  needs: ({ object }) => object ?? null,
  call: ({ image, object, group: { id }, after }) => {
    if (object === undefined)
      return storedCall(after ? `${GROUP}/add-images` : `${GROUP}/remove-images`, { id }, { images: [image] }, CHANGES);
    return storedCall(after ? `${GROUP}/add-objects` : `${GROUP}/remove-objects`, { id }, { objects: [object] }, CHANGES);
  },
  refusal: ({ object, group, after }) => {
    const words = messages.refused[object === undefined ? 'imageGroup' : 'objectGroup'];
    return after ? words.joined(group.name) : words.left(group.name);
  },
  isSettledBy: ({ after }, status) => status === 409 || (!after && status === 404),
  rows: ({ object }) => (object === undefined ? {} : { object }),
  effects: {},
  fromCall: () => null,
};

/** Whether an answered write found the object in the group: it is not this write's to take out again. */
export function wasThere({ after }: GroupMembershipWrite, answer: unknown): boolean {
  const added = isRecord(answer) && isRecord(answer.added) ? answer.added.detection_objects : undefined;
  return after && Array.isArray(added) && added.length === 0;
}
