import type { Job } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { CheckIcon, OpenIcon, Page, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useParams } from 'react-router-dom';
import { SaveStateView } from '../image/toolbar/save-state';
import { BatchRest, JobState, JobToolbar } from '../job/job-frame';
import { useBatch, useJob } from '../job/job.queries';
import { messages } from '../messages';
import { type Outbox, useOutbox } from '../outbox';

const words = messages.job;
const columns: Column<string>[] = [{ id: 'group', header: words.group, cell: (id) => id }];

export function SimilarityJobPage() {
  const { id = '' } = useParams();
  const job = useJob('similarity', id);
  const { workspaceId } = useWorkspace();
  const outbox = useOutbox(job.data?.workspace ?? workspaceId);
  return (
    <Page title={job.data?.name ?? words.similarityTitle}>
      {job.data && outbox ? <Work job={job.data} outbox={outbox} /> : <JobState error={job.error} onRetry={job.refetch} />}
    </Page>
  );
}

function Work({ job, outbox }: { job: Job; outbox: Outbox }) {
  const batch = useBatch('similarity', job.id, outbox);
  const { open } = batch;
  const markDone = (item: string) => {
    const named = { id: job.id, name: job.name };
    void outbox.enterWrite({ kind: 'mark-done', of: 'similarity', job: named, item, before: false, after: true });
  };
  return (
    <>
      <JobToolbar job={job}>
        <SaveStateView outbox={outbox} />
      </JobToolbar>
      <Section title={words.groups} count={open?.length}>
        {open?.length === 0 ? (
          <BatchRest batch={batch} />
        ) : (
          <DataTable
            label={words.groups}
            columns={columns}
            rows={open}
            rowId={(id) => id}
            rowActions={(id) => [
              { label: words.openGroup, icon: <OpenIcon />, to: `/group/${id}`, newTab: true },
              { label: words.markDone, icon: <CheckIcon />, onClick: () => markDone(id) },
            ]}
            error={batch.error}
            onRetry={batch.refetch}
          />
        )}
      </Section>
    </>
  );
}
