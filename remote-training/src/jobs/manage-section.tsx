import type { JobWithType } from '@console/shared-contract/api';
import { useCanCall, useHasService } from '@console/shared-auth';
import {
  EmptyState,
  LazyComponent,
  makeStyles,
  PageLink,
  PickerField,
  RemoteWidget,
  Section,
  SkeletonRows,
  SkeletonTiles,
  tokens,
} from '@console/shared-ui/basics';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { memo, useMemo } from 'react';
import { jobMessages } from './data/job-messages';
import { messages } from '../messages';
import { MissingPeople } from './missing-people';
import { refreshJobs } from './data/jobs.mutations';
import type { ManageParams } from './data/manage-params';
import { findDuplicateNames } from './data/duplicate-names';

const useStyles = makeStyles({
  picker: { maxWidth: '480px' },
  // Without padding, the scroll container would clip the focus ring.
  tabs: { overflowX: 'auto', padding: tokens.spacingHorizontalXXS },
});

const loadReport = async () => (await import('./report/job-report')).JobReport;

type JobTab = ManageParams['values']['tab'];
const TABS = { image: ['items', 'people', 'agreement', 'remarks'], similarity: ['items', 'people', 'agreement'] } as const;

export interface ManageSectionProps {
  /** Undefined while loading. */
  jobs: readonly JobWithType[] | undefined;
  params: ManageParams;
}

/** Second line of a job in the picker. */
function formatDetail({ id, name, type, item_done_count, item_count }: JobWithType, duplicateNames: ReadonlySet<string>): string {
  const details = `${jobMessages.type[type]} · ${jobMessages.progress(item_done_count, item_count)}`;
  return duplicateNames.has(name.toLocaleLowerCase()) ? `${details} · ${jobMessages.shortId(id)}` : details;
}

/** Shows the items of a job in the browser widgets of other micro-frontends, and reports about the work on them. */
function UnmemoizedManageSection({ jobs, params }: ManageSectionProps) {
  const styles = useStyles();
  const { values, set } = params;
  const { job: selectedId, tab } = values;
  const job = jobs?.find(({ id }) => id === selectedId);
  const choices = useMemo(() => {
    const duplicateNames = findDuplicateNames(jobs);
    return (jobs ?? []).map((candidate) => ({
      value: candidate.id,
      label: candidate.name,
      detail: formatDetail(candidate, duplicateNames),
    }));
  }, [jobs]);
  const canManage = useCanCall<'POST /annotate/v2/imagejob/{id}/add-items'>('manage');
  const pickText = canManage ? jobMessages.managePick : jobMessages.viewPick;
  const canReview = useCanCall<'GET /annotate/v2/similarityjob/{id}/agreement'>('review');
  const tabs = job ? TABS[job.type].filter((tab) => canReview || job.type === 'image' || tab !== 'agreement') : [];
  const activeTab = tabs.includes(tab) ? tab : 'items';
  return (
    <Section title={jobMessages.manage} anchor="manage">
      <div className={styles.picker}>
        <PickerField
          label={jobMessages.manageJob}
          placeholder={jobMessages.manageSearch}
          hint={canManage && job && activeTab === 'items' ? jobMessages.manageHint[job.type] : undefined}
          empty={jobMessages.manageNone}
          choices={choices}
          value={selectedId}
          onChange={(id) => set({ job: id, item: '' })}
        />
      </div>
      {job ? (
        <>
          <MissingPeople job={job} />
          <TabList
            aria-label={jobMessages.tabList}
            className={styles.tabs}
            selectedValue={activeTab}
            onTabSelect={(_, { value }) => set({ tab: value as JobTab, item: '', reportSort: undefined })}
          >
            {tabs.map((shownTab) => (
              <Tab key={shownTab} value={shownTab}>
                {jobMessages.tabs[shownTab]}
              </Tab>
            ))}
          </TabList>
          <div>
            <PageLink to="/quality" query={`?job=${job.id}`}>
              {jobMessages.openQuality}
            </PageLink>
          </div>
          {activeTab === 'items' ? (
            <JobItems job={job} />
          ) : (
            <LazyComponent
              load={loadReport}
              title={jobMessages.report}
              props={{ job, report: activeTab, params }}
              skeleton={<SkeletonRows rows={4} label={jobMessages.loading} />}
            />
          )}
        </>
      ) : (
        jobs && <EmptyState>{selectedId ? jobMessages.manageUnknown : pickText}</EmptyState>
      )}
    </Section>
  );
}

/** Memoized, so that typing in the search field above does not render this section again. */
export const ManageSection = memo(UnmemoizedManageSection);

function JobItems({ job: { id, name, type } }: { job: JobWithType }) {
  const hasSimilarity = useHasService('custom-similarity');
  const onMembershipChange = () => void refreshJobs();
  if (type === 'image')
    return (
      <RemoteWidget
        id="image-browser"
        range="^1.0.0"
        title={messages.imageBrowser}
        props={{ target: { kind: 'image-job', id, name }, onMembershipChange }}
        skeleton={<SkeletonTiles label={messages.imageBrowser} />}
      />
    );
  if (!hasSimilarity) return <EmptyState>{jobMessages.manageNoGroups}</EmptyState>;
  return (
    <RemoteWidget
      id="groups-browser"
      range="^1.0.0"
      title={jobMessages.groupsBrowser}
      props={{ job: { id, name }, onMembershipChange }}
    />
  );
}
