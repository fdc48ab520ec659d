import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { Button, CloseIcon, Link, MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { countSelected } from '@console/shared-ui/bulk';
import { MembershipBar } from '@console/shared-ui/membership';
import { jobMessages } from './browser-messages';
import type { GroupList } from './use-group-list';
import { useJobItems } from './use-job-items';

interface JobBarProps {
  job: NonNullable<GroupsBrowserProps['job']>;
  list: GroupList;
  onMembershipChange: GroupsBrowserProps['onMembershipChange'];
}

/** Bar with the selected groups and the actions that add them to a job or remove them. For users who may change the job. */
export function JobBar({ job, list, onMembershipChange }: JobBarProps) {
  const { selection, total = 0 } = list;
  const items = useJobItems(job.id, list, onMembershipChange);
  const count = countSelected(selection, total);
  const isBusy = items.progress !== null;
  return (
    <>
      <MembershipBar
        name={job.name}
        messages={jobMessages}
        inTarget={list.values.inJob}
        onInTargetChange={(inJob) => list.set({ inJob })}
        count={count}
        membership={items}
      >
        <Button appearance="subtle" icon={<CloseIcon />} disabled={count === 0 || isBusy} onClick={selection.clear}>
          {jobMessages.clear}
        </Button>
      </MembershipBar>
      {total > 0 && (
        <MessageBar>
          <MessageBarBody>
            {selection.all ? (
              jobMessages.matchingSelected(total)
            ) : (
              <Link as="button" disabled={isBusy} onClick={selection.selectAll}>
                {jobMessages.selectMatching(total)}
              </Link>
            )}
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
