import type { Job } from '@console/shared-contract/api';
import { api, ApiError } from '@console/shared-auth';
import { CheckIcon, OpenIcon, Page, Section, useNotify } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { JobState, JobToolbar } from '../job/job-frame';
import { useBatch, useJob } from '../job/job.queries';
import { messages } from '../messages';

const words = messages.job;
const columns: Column<string>[] = [{ id: 'group', header: words.group, cell: (id) => id }];

export function SimilarityJobPage() {
  const { id = '' } = useParams();
  const job = useJob('similarity', id);
  return (
    <Page title={job.data?.name ?? words.similarityTitle}>
      {job.data ? (
        <Work job={job.data} onChanged={() => void job.refetch()} />
      ) : (
        <JobState error={job.error} onRetry={() => void job.refetch()} />
      )}
    </Page>
  );
}

function Work({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const notify = useNotify();
  const batch = useBatch('similarity', job.id);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const rows = batch.data?.filter((id) => !done.has(id));

  const markDone = async (group: string) => {
    try {
      await api.call('POST /annotate/v2/similarityjob/{id}/mark-done', { params: { id: job.id }, body: { items: [group] } });
    } catch (error) {
      notify.danger({ title: words.markDoneFailed, text: error instanceof ApiError ? error.detail : undefined });
      return;
    }
    setDone((now) => new Set([...now, group]));
    onChanged();
    if (rows?.length === 1) void batch.refetch();
  };

  return (
    <>
      <JobToolbar job={job} />
      <Section title={words.groups} count={rows?.length}>
        <DataTable
          label={words.groups}
          columns={columns}
          rows={rows}
          rowId={(id) => id}
          rowActions={(id) => [
            { label: words.openGroup, icon: <OpenIcon />, to: `/group/${id}`, newTab: true },
            { label: words.markDone, icon: <CheckIcon />, onClick: () => void markDone(id) },
          ]}
          error={batch.error}
          onRetry={() => void batch.refetch()}
          empty={words.empty}
        />
      </Section>
    </>
  );
}
