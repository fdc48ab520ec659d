import { invalidateWorkspace } from '@console/shared-auth';
import type { SimilarSubject } from '@console/shared-contract/federation';
import { Button, EmptyState, RemoteWidget, SimilarityIcon } from '@console/shared-ui/basics';
import { useMemo, useState } from 'react';
import type { MaskShape, PolygonShape, SkeletonShape } from '../../editor';
import { similarMessages } from './similar-messages';
import { useScreen } from '../context/screen-context';
import { useMembershipCallbacks } from '../groups/group-membership';

/** Shows items similar to the image or to a shape on it, with a widget of the similarity micro-frontend. */
export function Similar({ kind, id }: SimilarSubject) {
  const { image } = useScreen();
  const membershipCallbacks = useMembershipCallbacks(kind === 'object' ? 'object' : 'image', id);
  const props = useMemo(
    () => ({
      subject: { kind, id },
      ...((kind === 'image' || kind === 'object') && {
        ...membershipCallbacks,
        onMember: (group: { id: string; name: string }, isMember: boolean) => {
          membershipCallbacks.onMember(group, isMember);
          if (kind === 'image') void invalidateWorkspace('image-groups', image.id);
        },
      }),
    }),
    [kind, id, membershipCallbacks, image.id],
  );
  return <RemoteWidget id="similar-things" range="^1.0.0" title={similarMessages.widget} props={props} />;
}

/** Items similar to a polygon, mask or skeleton, loaded after a click. Mount a new instance for another shape. */
export function SimilarToShape({ shape: { kind, serverId } }: { shape: PolygonShape | MaskShape | SkeletonShape }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return serverId ? <Similar kind={kind} id={serverId} /> : <EmptyState>{similarMessages.unsaved}</EmptyState>;
  return (
    <div>
      <Button icon={<SimilarityIcon />} onClick={() => setOpen(true)}>
        {similarMessages.find}
      </Button>
    </div>
  );
}
