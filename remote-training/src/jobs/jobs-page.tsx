import type { JobWithType } from '@console/shared-contract/api';
import { permissionOf, useCanCall, useSession } from '@console/shared-auth';
import {
  AddIcon,
  Button,
  createHistoryAction,
  DeleteIcon,
  EditIcon,
  EvaluationIcon,
  Page,
  PageLink,
  Permitted,
  StartIcon,
  StatisticsIcon,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import {
  defineUrlParams,
  DialogSlot,
  goToSection,
  param,
  SectionLinks,
  useUrlParams,
  useDialog,
  useLoadedList,
} from '@console/shared-ui/pages';
import { ListFilters, ListSection, SelectFilter } from '@console/shared-ui/list-section';
import type { RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { evaluationMessages } from '../evaluation/data/evaluation-messages';
import { jobMessages } from './data/job-messages';
import { messages } from '../messages';
import { createJobColumns } from './job-columns';
import { CompleteJob, DeleteJob, useSetJobDone } from './job-confirmations';
import { JobDialog } from './dialog/job-dialog';
import { isAvailableToUser, useJobReferences, useJobs, useNewJobDefaults } from './data/jobs.queries';
import { manageParams } from './data/manage-params';
import { ManageSection } from './manage-section';
import { findDuplicateNames } from './data/duplicate-names';
import { getWorkPagePath } from './data/work-page-path';

const JOB_STATES = ['all', 'open', 'mine', 'done'] as const;
const listParams = defineUrlParams({
  search: param.search(),
  state: param.oneOf(JOB_STATES, 'all'),
  sort: param.sort(['name', 'progress', 'items', 'todo', 'type'], { columnId: 'name', direction: 'ascending' }),
});
const STATE_CHOICES = JOB_STATES.map((value) => ({ value, label: jobMessages.states[value] }));

const createStateFilter = (state: (typeof JOB_STATES)[number], userId: string | undefined) => (job: JobWithType) =>
  state === 'all' || (state === 'done' ? job.done : !job.done && (state === 'open' || isAvailableToUser(job, userId)));

/** The open dialog. It refers to its job by id, because the list may be refetched while the dialog is open. */
type JobsDialogContent = { kind: 'create' } | { kind: 'edit' | 'complete' | 'delete'; id: string };

export function JobsPage() {
  const jobs = useJobs();
  const references = useJobReferences();
  // Load the defaults now, so that the dialog for a new job opens without delay.
  useNewJobDefaults({ enabled: useCanCall<'POST /annotate/v2/imagejob/'>('manage') });
  const { send: setDone, isPendingFor } = useSetJobDone();
  const dialog = useDialog<JobsDialogContent>();
  const manage = useUrlParams(manageParams);
  const { set } = manage;
  const params = useUrlParams(listParams);
  const { state: stateFilter } = params.values;
  const userId = useSession().user?.id;
  const matches = useMemo(() => createStateFilter(stateFilter, userId), [stateFilter, userId]);
  const list = useLoadedList({ query: jobs, params, matches });
  const duplicateNames = useMemo(() => findDuplicateNames(jobs.data), [jobs.data]);
  const columns = useMemo(() => createJobColumns(references.data, duplicateNames), [references.data, duplicateNames]);

  const getRowActions = useCallback(
    (job: JobWithType): RowAction[] => [
      {
        label: job.done ? jobMessages.reopen : jobMessages.complete,
        icon: <VerifiedIcon />,
        permission: permissionOf<'PUT /annotate/v2/imagejob/{id}'>('manage'),
        pressed: job.done,
        disabled: isPendingFor(job.id),
        onClick: () => (job.done ? void setDone({ job, done: false }) : dialog.open({ kind: 'complete', id: job.id })),
      },
      {
        label: jobMessages.edit,
        icon: <EditIcon />,
        permission: permissionOf<'PUT /annotate/v2/imagejob/{id}'>('manage'),
        onClick: () => dialog.open({ kind: 'edit', id: job.id }),
      },
      {
        label: jobMessages.startWork,
        icon: <StartIcon />,
        permission: permissionOf<'POST /annotate/v2/imagejob/{id}/mark-done'>('annotate'),
        to: getWorkPagePath(job),
      },
      createHistoryAction({ kind: 'annotation_job', id: job.id, name: job.name }),
      {
        label: jobMessages.delete,
        icon: <DeleteIcon />,
        permission: permissionOf<'DELETE /annotate/v2/imagejob/{id}'>('manage'),
        onClick: () => dialog.open({ kind: 'delete', id: job.id }),
      },
    ],
    [dialog, isPendingFor, setDone],
  );
  const selectRow = useCallback(
    ({ id }: JobWithType) => {
      set({ job: id });
      goToSection('manage');
    },
    [set],
  );

  return (
    <Page
      title={jobMessages.title}
      actions={
        <>
          <PageLink to="/statistics" icon={<StatisticsIcon />}>
            {jobMessages.statistics}
          </PageLink>
          <PageLink to="/quality" icon={<VerifiedIcon />}>
            {messages.quality}
          </PageLink>
          <PageLink to="/evaluation" icon={<EvaluationIcon />}>
            {evaluationMessages.link}
          </PageLink>
        </>
      }
    >
      <SectionLinks
        label={messages.onThisPage}
        sections={[
          { anchor: 'jobs', title: jobMessages.list, count: jobs.data?.length },
          { anchor: 'manage', title: jobMessages.manage },
        ]}
      />
      <ListSection
        title={jobMessages.list}
        anchor="jobs"
        hasCount
        list={list}
        columns={columns}
        rowActions={getRowActions}
        actionsWidth="168px"
        onRowClick={selectRow}
        activeId={manage.values.job || null}
        empty={jobMessages.none}
        noMatch={list.search?.trim() ? jobMessages.noneMatch : jobMessages.noneInState}
        actions={
          <Permitted<'POST /annotate/v2/imagejob/'> permission="manage">
            <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ kind: 'create' })}>
              {jobMessages.create}
            </Button>
          </Permitted>
        }
      >
        <ListFilters list={list} label={jobMessages.search}>
          <SelectFilter list={list} name="state" label={jobMessages.state} choices={STATE_CHOICES} />
        </ListFilters>
      </ListSection>
      <ManageSection jobs={jobs.data} params={manage} />
      <DialogSlot dialog={dialog}>
        {(content, close) => {
          if (content.kind === 'create') return <JobDialog onClose={close} onCreated={({ id }) => set({ job: id })} />;
          const job = jobs.data?.find(({ id }) => id === content.id);
          if (!job) return null;
          if (content.kind === 'edit') return <JobDialog job={job} onClose={close} />;
          if (content.kind === 'complete') return <CompleteJob job={job} onClose={close} />;
          return <DeleteJob job={job} onClose={close} />;
        }}
      </DialogSlot>
    </Page>
  );
}
