import type { GroupBodyProps } from '@console/shared-contract/federation';
import { EmptyState, LinkButton, PartFailure, RemoteWidget, SkeletonRows } from '@console/shared-ui/basics';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Seen } from '../job/job-steps';
import { messages } from '../messages';

const words = messages.job;

export interface GroupBodyPlaceProps extends Omit<GroupBodyProps, 'onShown'> {
  /** What of the group is on the screen. */
  onSeen: (what: Seen) => void;
}

/** The group's body, as similarity's widget shows it; a release of similarity without one is said in its place. Mount anew for another group. */
export function GroupBodyPlace({ onSeen, groupId, workspaceId, job, onDeleted }: GroupBodyPlaceProps) {
  const standIn = useRef<Seen | null>(null);
  // A similarity of before says nothing of itself: where it stands it is taken for the group.
  const shown = useRef<Seen>('item');
  const look = useCallback(() => void requestAnimationFrame(() => onSeen(standIn.current ?? shown.current)), [onSeen]);
  const tell = useCallback(
    (stands: Seen | null) => {
      standIn.current = stands;
      look();
    },
    [look],
  );
  const onShown = useCallback(
    (what: 'nothing' | 'group' | 'failure') => {
      shown.current = what === 'group' ? 'item' : what;
      look();
    },
    [look],
  );
  useEffect(look, [look]);
  const props = useMemo(
    () => ({ groupId, workspaceId, job, onDeleted, onShown }),
    [groupId, workspaceId, job, onDeleted, onShown],
  );
  return (
    <RemoteWidget
      id="group-body"
      range="^1.0.0"
      title={words.groupWidget}
      props={props}
      skeleton={
        <StandIn as="nothing" tell={tell}>
          <SkeletonRows rows={6} label={words.groupWidget} />
        </StandIn>
      }
      fallback={(fault, onRetry) => (
        <StandIn as="failure" tell={tell}>
          {fault.kind === 'missing-export' ? (
            <EmptyState>{words.noGroupBody}</EmptyState>
          ) : (
            <PartFailure title={words.groupWidget} fault={fault} compact onRetry={onRetry} />
          )}
          <LinkButton to={`/group/${groupId}`}>{words.openGroup}</LinkButton>
        </StandIn>
      )}
    />
  );
}

function StandIn({ as, tell, children }: { as: Seen; tell: (stands: Seen | null) => void; children: ReactNode }) {
  useEffect(() => {
    tell(as);
    return () => tell(null);
  }, [as, tell]);
  return children;
}
