import type { ImageTarget } from '@console/shared-contract/federation';
import { Button, CheckIcon, CloseIcon, RefreshIcon } from '@console/shared-ui/basics';
import { MembershipBar, type MembershipChangeState } from '@console/shared-ui/membership';
import type { ReactNode } from 'react';
import { browserMessages } from '../data/browser-messages';
import type { Selection } from './use-selection';

interface TargetBarProps {
  target: ImageTarget;
  inTarget: boolean;
  onInTargetChange: (inTarget: boolean) => void;
  selection: Selection;
  /** The number of rows that match the search. */
  total: number;
  /** Ids of the images on the page. */
  pageIds: readonly string[];
  membership: MembershipChangeState;
  onRefresh: () => void;
  /** Further buttons of the bar. */
  children?: ReactNode;
}

/** The bar with the number of selected images, and the buttons that add them to a job or task or remove them. */
export function TargetBar({ target, selection, total, pageIds, membership, onRefresh, children, ...bar }: TargetBarProps) {
  const count = selection.all ? total : selection.ids.size;
  const isBusy = membership.progress !== null;
  const texts = { ...browserMessages, add: browserMessages.addTo[target.kind], remove: browserMessages.removeFrom[target.kind] };
  return (
    <MembershipBar {...bar} name={target.name} messages={texts} count={count} membership={membership}>
      <Button appearance="subtle" icon={<RefreshIcon />} onClick={onRefresh}>
        {browserMessages.refresh}
      </Button>
      <Button appearance="subtle" icon={<CloseIcon />} disabled={count === 0 || isBusy} onClick={selection.clear}>
        {browserMessages.clearSelection}
      </Button>
      <Button
        appearance="subtle"
        icon={<CheckIcon />}
        disabled={pageIds.length === 0 || isBusy}
        onClick={() => selection.selectPage(pageIds)}
      >
        {browserMessages.selectAll}
      </Button>
      {children}
    </MembershipBar>
  );
}
