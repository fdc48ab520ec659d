import type { GroupBodyProps } from '@console/shared-contract/federation';
import { EmptyState, LinkButton, RemoteFailure, RemoteWidget, SkeletonRows } from '@console/shared-ui/basics';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ItemView } from '../job/job-steps';
import { messages } from '../messages';

const jobMessages = messages.job;

export interface GroupBodyPanelProps extends Omit<GroupBodyProps, 'onShown'> {
  /** What of the group is on the screen. */
  onSeen: (what: ItemView) => void;
}

/** The group's body, as similarity's widget shows it; a release of similarity without one is said in its place. Mount anew for another group. */
export function GroupBodyPanel({ onSeen, groupId, workspaceId, job, onDeleted }: GroupBodyPanelProps) {
  const placeholder = useRef<ItemView | null>(null);
  // A similarity of before says nothing of itself: where it stands it is taken for the group.
  const shown = useRef<ItemView>('item');
  const reportView = useCallback(() => void requestAnimationFrame(() => onSeen(placeholder.current ?? shown.current)), [onSeen]);
  const setPlaceholder = useCallback(
    (stands: ItemView | null) => {
      placeholder.current = stands;
      reportView();
    },
    [reportView],
  );
  const onShown = useCallback(
    (what: 'nothing' | 'group' | 'failure') => {
      shown.current = what === 'group' ? 'item' : what;
      reportView();
    },
    [reportView],
  );
  useEffect(reportView, [reportView]);
  const props = useMemo(
    () => ({ groupId, workspaceId, job, onDeleted, onShown }),
    [groupId, workspaceId, job, onDeleted, onShown],
  );
  return (
    <RemoteWidget
      id="group-body"
      range="^1.0.0"
      title={jobMessages.groupWidget}
      props={props}
      skeleton={
        <Placeholder as="nothing" setPlaceholder={setPlaceholder}>
          <SkeletonRows rows={6} label={jobMessages.groupWidget} />
        </Placeholder>
      }
      fallback={(fault, onRetry) => (
        <Placeholder as="failure" setPlaceholder={setPlaceholder}>
          {fault.kind === 'missing-export' ? (
            <EmptyState>{jobMessages.noGroupBody}</EmptyState>
          ) : (
            <RemoteFailure title={jobMessages.groupWidget} fault={fault} compact onRetry={onRetry} />
          )}
          <LinkButton to={`/group/${groupId}`}>{jobMessages.openGroup}</LinkButton>
        </Placeholder>
      )}
    />
  );
}

function Placeholder({
  as,
  setPlaceholder,
  children,
}: {
  as: ItemView;
  setPlaceholder: (stands: ItemView | null) => void;
  children: ReactNode;
}) {
  useEffect(() => {
    setPlaceholder(as);
    return () => setPlaceholder(null);
  }, [as, setPlaceholder]);
  return children;
}
