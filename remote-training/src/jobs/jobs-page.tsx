import type { TypedJob } from '@console/shared-contract/api';
import {
  AddIcon,
  Button,
  DeleteIcon,
  EditIcon,
  EvaluationIcon,
  Page,
  PageLink,
  Section,
  StartIcon,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { DataTable, type RowAction } from '@console/shared-ui/table';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messages } from '../messages';
import { jobColumns } from './job-columns';
import { CompleteJob, DeleteJob, useSetDone } from './job-confirmations';
import { JobDialog } from './job-dialog';
import { useJobReferences, useJobs } from './jobs.queries';
import { ManageSection } from './manage-section';
import { workPageOf } from './work-page';

const words = messages.jobs;

/** What is asked or edited over the page, and of which job; by id, for the job is read again meanwhile. */
type Open = { what: 'create' } | { what: 'edit' | 'complete' | 'delete'; id: string };

export function JobsPage() {
  const jobs = useJobs();
  const references = useJobReferences();
  const setDone = useSetDone();
  const [open, setOpen] = useState<Open | null>(null);
  const [params, setParams] = useSearchParams();
  const manage = useRef<HTMLDivElement>(null);
  const chosenId = params.get('job') ?? '';
  const close = () => setOpen(null);
  const choose = (job: string) => setParams(job ? { job } : {}, { replace: true });
  const chooseInTable = ({ id }: TypedJob) => {
    choose(id);
    manage.current?.focus();
  };
  const openJob = open && open.what !== 'create' ? jobs.data?.find(({ id }) => id === open.id) : undefined;

  const actionsOf = (job: TypedJob): RowAction[] => [
    {
      label: job.done ? words.reopen : words.complete,
      icon: <VerifiedIcon />,
      pressed: job.done,
      disabled: setDone.isPending,
      onClick: () => (job.done ? setDone.mutate({ job, done: false }) : setOpen({ what: 'complete', id: job.id })),
    },
    { label: words.edit, icon: <EditIcon />, onClick: () => setOpen({ what: 'edit', id: job.id }) },
    { label: words.startWork, icon: <StartIcon />, to: workPageOf(job) },
    { label: words.delete, icon: <DeleteIcon />, onClick: () => setOpen({ what: 'delete', id: job.id }) },
  ];

  return (
    <Page
      title={words.title}
      actions={
        <PageLink to="/evaluation" icon={<EvaluationIcon />}>
          {messages.evaluation.link}
        </PageLink>
      }
    >
      <Section
        title={words.list}
        count={jobs.data?.length}
        actions={
          <Button appearance="primary" icon={<AddIcon />} onClick={() => setOpen({ what: 'create' })}>
            {words.create}
          </Button>
        }
      >
        <DataTable
          label={words.list}
          columns={jobColumns(references.data)}
          rows={jobs.data}
          rowId={(job) => job.id}
          defaultSort={{ columnId: 'name', direction: 'ascending' }}
          rowActions={actionsOf}
          onRowClick={chooseInTable}
          activeId={chosenId || null}
          error={jobs.error}
          onRetry={() => void jobs.refetch()}
          empty={words.none}
          actionsWidth="136px"
        />
      </Section>
      <ManageSection ref={manage} jobs={jobs.data} chosenId={chosenId} onChoose={choose} />
      {open?.what === 'create' && <JobDialog onClose={close} onCreated={(job) => choose(job.id)} />}
      {open?.what === 'edit' && openJob && <JobDialog job={openJob} onClose={close} />}
      {open?.what === 'complete' && openJob && <CompleteJob job={openJob} onClose={close} />}
      {open?.what === 'delete' && openJob && <DeleteJob job={openJob} onClose={close} />}
    </Page>
  );
}
