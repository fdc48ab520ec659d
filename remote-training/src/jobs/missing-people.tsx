import type { JobWithType } from '@console/shared-contract/api';
import { Button, MessageBar, MessageBarActions, MessageBarBody, Permitted } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { jobMessages } from './data/job-messages';
import { repairJob } from './data/jobs.mutations';

/** Warns that a job has fewer annotators than each item needs, and offers changes that solve the problem. */
export function MissingPeople({ job }: { job: JobWithType }) {
  const repairWrite = useWrite({
    send: (change: Parameters<typeof repairJob>[1]) => repairJob(job, change),
    success: { title: jobMessages.repaired },
    failure: jobMessages.repairFailed,
    changes: () => [{ topic: 'jobs', id: job.id }],
  });
  const { missing_people: missingPeople, todo_number: requiredCount, assignees = [] } = job;
  if (!missingPeople) return null;
  const { available: availableCount, all: memberCount } = missingPeople;
  // Whether only the additional annotators for items with disagreements are missing.
  const lacksOnlyAdditionalAnnotators = availableCount >= requiredCount;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {lacksOnlyAdditionalAnnotators
          ? jobMessages.missingFurtherPeopleText
          : jobMessages.missingPeopleText(requiredCount, availableCount)}
      </MessageBarBody>
      <Permitted<'PUT /annotate/v2/imagejob/{id}'> permission="manage">
        <MessageBarActions>
          {assignees.length > 0 && memberCount > availableCount && (
            <Button size="small" disabled={repairWrite.isPending} onClick={() => void repairWrite.send({ assignees: [] })}>
              {jobMessages.assignToAll(memberCount)}
            </Button>
          )}
          {availableCount > 0 && !lacksOnlyAdditionalAnnotators && (
            <Button
              size="small"
              disabled={repairWrite.isPending}
              onClick={() => void repairWrite.send({ todo_number: availableCount })}
            >
              {jobMessages.lowerPeople(availableCount)}
            </Button>
          )}
        </MessageBarActions>
      </Permitted>
    </MessageBar>
  );
}
