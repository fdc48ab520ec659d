import { Button, CloseIcon, Link, MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import type { BulkSelection } from '@console/shared-ui/bulk';
import { MembershipBar, type MembershipChangeState } from '@console/shared-ui/membership';
import { messages } from '../messages';

const jobMessages = messages.job;

export interface JobBarProps {
  /** Name of the job. */
  name: string;
  inJob: boolean;
  onInJobChange: (inJob: boolean) => void;
  selection: BulkSelection;
  onSelectAll: () => void;
  onClear: () => void;
  /** Number of groups that match the search. */
  total: number;
  items: MembershipChangeState;
}

/** Bar with the selected groups and the actions that add them to a job or remove them. */
export function JobBar({ name, inJob, onInJobChange, selection, onSelectAll, onClear, total, items }: JobBarProps) {
  const count = selection.all ? total : selection.ids.size;
  const isBusy = items.progress !== null;
  return (
    <>
      <MembershipBar
        name={name}
        messages={jobMessages}
        inTarget={inJob}
        onInTargetChange={onInJobChange}
        count={count}
        membership={items}
      >
        <Button appearance="subtle" icon={<CloseIcon />} disabled={count === 0 || isBusy} onClick={onClear}>
          {jobMessages.clear}
        </Button>
      </MembershipBar>
      {total > 0 && (
        <MessageBar>
          <MessageBarBody>
            {selection.all ? (
              jobMessages.matchingSelected(total)
            ) : (
              <Link as="button" disabled={isBusy} onClick={onSelectAll}>
                {jobMessages.selectMatching(total)}
              </Link>
            )}
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
