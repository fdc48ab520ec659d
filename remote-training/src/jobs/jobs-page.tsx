import type { TypedJob } from '@console/shared-contract/api';
import { useSession } from '@console/shared-auth';
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
import {
  defineUrlParams,
  DialogSlot,
  goToSection,
  ListBar,
  param,
  SectionLinks,
  useUrlParams,
  useDialog,
  useNameSearch,
} from '@console/shared-ui/pages';
import { Select } from '@console/shared-ui/choices';
import { DataTable, type RowAction, type Sort } from '@console/shared-ui/table';
import { memo, useCallback, useMemo } from 'react';
import { jobMessages } from '../job-messages';
import { messages } from '../messages';
import { jobColumns } from './job-columns';
import { CompleteJob, DeleteJob, useSetDone } from './job-confirmations';
import { JobDialog } from './job-dialog';
import { isFor, REMARK_STATES, REPORT_COLUMNS, useJobReferences, useJobs, type RemarkChoice } from './jobs.queries';
import { ManageSection, type JobTab } from './manage-section';
import { namesOfSeveral } from './several-of-a-name';
import { workPageOf } from './work-page';

const words = messages.jobs;
const STATES = ['all', 'open', 'mine', 'done'] as const;
const jobsInAddress = defineUrlParams({
  job: param.id(),
  search: param.search(),
  state: param.oneOf(STATES, 'all'),
  tab: param.oneOf(['items', 'people', 'agreement', 'remarks'], 'items'),
  /** The image whose two works are compared. */
  item: param.id(),
  remarks: param.oneOf(REMARK_STATES, 'all'),
  /** Of the report that is shown. */
  reportSort: { ...param.sort(REPORT_COLUMNS), as: 'report-sort' },
  sort: param.sort(['name', 'progress', 'items', 'todo', 'type'], { columnId: 'name', direction: 'ascending' }),
});

type State = (typeof STATES)[number];

const isIn = (state: State, userId: string | undefined) => (job: TypedJob) =>
  state === 'all' || (state === 'done' ? job.done : !job.done && (state === 'open' || isFor(job, userId)));

function emptyText(search: string, state: State): string {
  if (search.trim() !== '') return words.noneMatch;
  return state === 'all' ? words.none : jobMessages.noneInState;
}

/** What is asked or edited over the page, and of which job; by id, for the job is read again meanwhile. */
type Open = { what: 'create' } | { what: 'edit' | 'complete' | 'delete'; id: string };

const JobTable = memo(DataTable<TypedJob>);
const idOf = ({ id }: TypedJob) => id;

export function JobsPage() {
  const jobs = useJobs();
  const references = useJobReferences();
  const { send: setDone, isPendingFor } = useSetDone();
  const dialog = useDialog<Open>();
  const { values, set } = useUrlParams(jobsInAddress);
  const userId = useSession().user?.id;
  const ofState = useMemo(() => jobs.data?.filter(isIn(values.state, userId)), [jobs.data, values.state, userId]);
  const found = useNameSearch(ofState, values.search);
  const several = useMemo(() => namesOfSeveral(jobs.data), [jobs.data]);
  const columns = useMemo(() => jobColumns(references.data, several), [references.data, several]);
  const { refetch } = jobs;

  const actionsOf = useCallback(
    (job: TypedJob): RowAction[] => [
      {
        label: job.done ? words.reopen : words.complete,
        icon: <VerifiedIcon />,
        pressed: job.done,
        disabled: isPendingFor(job.id),
        onClick: () => (job.done ? void setDone({ job, done: false }) : dialog.open({ what: 'complete', id: job.id })),
      },
      { label: words.edit, icon: <EditIcon />, onClick: () => dialog.open({ what: 'edit', id: job.id }) },
      { label: words.startWork, icon: <StartIcon />, to: workPageOf(job) },
      { label: words.delete, icon: <DeleteIcon />, onClick: () => dialog.open({ what: 'delete', id: job.id }) },
    ],
    [dialog, isPendingFor, setDone],
  );
  const chooseInTable = useCallback(
    ({ id }: TypedJob) => {
      set({ job: id });
      goToSection('manage');
    },
    [set],
  );

  return (
    <Page
      title={words.title}
      actions={
        <PageLink to="/evaluation" icon={<EvaluationIcon />}>
          {messages.evaluation.link}
        </PageLink>
      }
    >
      <SectionLinks
        label={messages.onThisPage}
        sections={[
          { anchor: 'jobs', title: words.list, count: jobs.data?.length },
          { anchor: 'manage', title: words.manage },
        ]}
      />
      <Section
        title={words.list}
        anchor="jobs"
        count={jobs.data?.length}
        actions={
          <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ what: 'create' })}>
            {words.create}
          </Button>
        }
      >
        <ListBar
          label={words.search}
          search={values.search}
          onSearch={(search) => set({ search })}
          onClear={values.search !== '' || values.state !== 'all' ? () => set({ search: '', state: 'all' }) : undefined}
        >
          <Select aria-label={jobMessages.state} value={values.state} onChange={(_, { value }) => set({ state: value as State })}>
            {STATES.map((state) => (
              <option key={state} value={state}>
                {jobMessages.states[state]}
              </option>
            ))}
          </Select>
        </ListBar>
        <JobTable
          label={words.list}
          columns={columns}
          rows={found}
          rowId={idOf}
          sort={values.sort}
          onSortChange={useCallback((sort) => set({ sort }), [set])}
          rowActions={actionsOf}
          onRowClick={chooseInTable}
          activeId={values.job || null}
          error={jobs.error}
          onRetry={useCallback(() => void refetch(), [refetch])}
          empty={emptyText(values.search, values.state)}
          actionsWidth="136px"
        />
      </Section>
      <ManageSection
        jobs={jobs.data}
        chosenId={values.job}
        onChoose={useCallback((job: string) => set({ job, item: '' }), [set])}
        tab={values.tab}
        onTab={useCallback((tab: JobTab) => set({ tab, item: '', reportSort: undefined }), [set])}
        item={values.item}
        onItem={useCallback((item: string) => set({ item }), [set])}
        remarks={values.remarks}
        sort={values.reportSort}
        onSort={useCallback((reportSort: Sort) => set({ reportSort }), [set])}
        onRemarks={useCallback((remarks: RemarkChoice) => set({ remarks }), [set])}
      />
      <DialogSlot of={dialog}>
        {(open, close) => {
          if (open.what === 'create') return <JobDialog onClose={close} onCreated={({ id }) => set({ job: id })} />;
          const job = jobs.data?.find(({ id }) => id === open.id);
          if (!job) return null;
          if (open.what === 'edit') return <JobDialog job={job} onClose={close} />;
          if (open.what === 'complete') return <CompleteJob job={job} onClose={close} />;
          return <DeleteJob job={job} onClose={close} />;
        }}
      </DialogSlot>
    </Page>
  );
}
