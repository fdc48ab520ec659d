import { invalidateWorkspace } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';
import { RemoteWidget } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { similarityMessages } from './similarity-messages';
import type { Write } from '../../outbox';
import { toUndoStep } from '../history/external-effects';
import { rememberGroup } from './use-join-group-key';
import { useScreen } from '../context/screen-context';

/**
 * Returns callbacks for widgets that change group memberships. The callbacks remember the group for the key that adds objects to a
 * group, and record the change as an undo step.
 */
export function useMembershipCallbacks(kind: GroupSubject['kind'], id: string) {
  const { image, editor } = useScreen();
  return useMemo(
    () => ({
      onJoined: rememberGroup,
      onMember: (group: { id: string; name: string }, isMember: boolean) => {
        const objectId = kind === 'object' ? (editor.document.findByServerId(id)?.id ?? id) : undefined;
        const write: Write = {
          kind: 'group-membership',
          image: image.id,
          group,
          before: !isMember,
          after: isMember,
          ...(objectId !== undefined && { object: objectId }),
        };
        editor.document.recordExternalStep({ ...toUndoStep([write]), shapeId: objectId });
      },
    }),
    [kind, id, image.id, editor],
  );
}

/** Shows the groups of the image or of an object on it, with a widget of the similarity micro-frontend. */
export function GroupMembership({ kind, id }: GroupSubject) {
  const { image } = useScreen();
  const membershipCallbacks = useMembershipCallbacks(kind, id);
  const props = useMemo(
    () => ({
      subject: { kind, id },
      onMembershipChange: () => {
        // The list of items shows the groups of the image, and the image browser filters by groups.
        if (kind === 'image') void invalidateWorkspace('image-groups', image.id);
        void invalidateWorkspace('images');
      },
      ...membershipCallbacks,
    }),
    [kind, id, image.id, membershipCallbacks],
  );
  return <RemoteWidget id="group-membership" range="^1.0.0" title={similarityMessages.widget} props={props} />;
}
