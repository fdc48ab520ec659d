import type { GroupBodyProps } from '@console/shared-contract/federation';
import { EmptyState, LinkButton, RemoteFailure, RemoteWidget, SkeletonRows } from '@console/shared-ui/basics';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ItemView } from '../job/job-steps';
import { jobMessages } from '../job/job-messages';
import { outboxMessages } from '../outbox/entries/outbox-messages';

interface GroupBodyPanelProps extends Omit<GroupBodyProps, 'onShown'> {
  /** Called when the panel shows the group or an error. */
  onSeen: (newView: ItemView) => void;
}

/**
 * Shows the group with a widget of the similarity micro-frontend, or a message if the widget is missing. Mount a new instance for another
 * group.
 */
export function GroupBodyPanel({ onSeen, groupId, workspaceId, job, onDeleted }: GroupBodyPanelProps) {
  const placeholderView = useRef<ItemView | null>(null);
  // Assume that the group is shown, because older releases of the widget do not report what they show.
  const shownView = useRef<ItemView>('item');
  const reportView = useCallback(
    () => void requestAnimationFrame(() => onSeen(placeholderView.current ?? shownView.current)),
    [onSeen],
  );
  const setPlaceholder = useCallback(
    (view: ItemView | null) => {
      placeholderView.current = view;
      reportView();
    },
    [reportView],
  );
  const onShown = useCallback(
    (newView: 'nothing' | 'group' | 'failure') => {
      shownView.current = newView === 'group' ? 'item' : newView;
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
        <Placeholder shownView="nothing" setPlaceholder={setPlaceholder}>
          <SkeletonRows rows={6} label={jobMessages.groupWidget} />
        </Placeholder>
      }
      fallback={(fault, onRetry) => (
        <Placeholder shownView="failure" setPlaceholder={setPlaceholder}>
          {fault.kind === 'missing-export' ? (
            <EmptyState>{jobMessages.noGroupBody}</EmptyState>
          ) : (
            <RemoteFailure title={jobMessages.groupWidget} fault={fault} compact onRetry={onRetry} />
          )}
          <LinkButton to={`/group/${groupId}`}>{outboxMessages.openGroup}</LinkButton>
        </Placeholder>
      )}
    />
  );
}

function Placeholder({
  shownView,
  setPlaceholder,
  children,
}: {
  shownView: ItemView;
  setPlaceholder: (view: ItemView | null) => void;
  children: ReactNode;
}) {
  useEffect(() => {
    setPlaceholder(shownView);
    return () => setPlaceholder(null);
  }, [shownView, setPlaceholder]);
  return children;
}
