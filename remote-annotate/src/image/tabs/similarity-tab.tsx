import { invalidateWorkspace } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';
import { makeStyles, RemoteWidget, tokens } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { messages } from '../../messages';
import type { Write } from '../../outbox';
import { toUndoStep } from '../history/outside-work';
import { rememberGroup } from '../use-join-group-key';
import { useScreen } from '../screen-context';

const useStyles = makeStyles({ column: { padding: tokens.spacingHorizontalM } });

/** What a widget of similarity tells of a membership that it has changed: the key goes by it, and what is left to do is its undo. */
export function useMembershipCallbacks(kind: GroupSubject['kind'], id: string) {
  const { image, editor } = useScreen();
  return useMemo(
    () => ({
      onJoined: rememberGroup,
      onMember: (group: { id: string; name: string }, isMember: boolean) => {
        const object = kind === 'object' ? (editor.document.byServerId(id)?.id ?? id) : undefined;
        const write: Write = {
          ...{ kind: 'group-membership', image: image.id, group, before: !isMember, after: isMember },
          ...(object !== undefined && { object }),
        };
        editor.recordOutside({ ...toUndoStep([write]), shapeId: object });
      },
    }),
    [kind, id, image.id, editor],
  );
}

/** The groups of the image, or of an object on it, as the remote that owns groups shows them. */
export function GroupMembership({ kind, id }: GroupSubject) {
  const { image } = useScreen();
  const member = useMembershipCallbacks(kind, id);
  const props = useMemo(
    () => ({
      subject: { kind, id },
      onMembershipChange: () => {
        // The list of items names the groups of the image; the browser filters by them.
        if (kind === 'image') void invalidateWorkspace('image-groups', image.id);
        void invalidateWorkspace('images');
      },
      ...member,
    }),
    [kind, id, image.id, member],
  );
  return <RemoteWidget id="group-membership" range="^1.0.0" title={messages.similarity.widget} props={props} />;
}

/** The similarity groups of the image. */
export function SimilarityTab() {
  const styles = useStyles();
  const { image } = useScreen();
  return (
    <div className={styles.column}>
      <GroupMembership kind="image" id={image.id} />
    </div>
  );
}
