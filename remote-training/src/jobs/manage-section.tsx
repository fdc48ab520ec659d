import type { TypedJob } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import {
  EmptyState,
  LazyComponent,
  makeStyles,
  PickerField,
  RemoteWidget,
  Section,
  SkeletonRows,
  SkeletonTiles,
  tokens,
} from '@console/shared-ui/basics';
import type { Sort } from '@console/shared-ui/table';
import { Tab, TabList } from '@console/shared-ui/tabs';
import { memo, useMemo } from 'react';
import { jobMessages } from '../job-messages';
import { messages } from '../messages';
import { refreshJobs } from './jobs.mutations';
import type { RemarkChoice } from './jobs.queries';
import type { JobReportProps } from './report/job-report';
import { namesOfSeveral } from './several-of-a-name';

const words = messages.jobs;
const useStyles = makeStyles({
  picker: { maxWidth: '480px' },
  // What scrolls would cut the focus ring.
  tabs: { overflowX: 'auto', padding: tokens.spacingHorizontalXXS },
});

const loadReport = async () => (await import('./report/job-report')).JobReport;

export type JobTab = 'items' | JobReportProps['part'];
const TABS = { image: ['items', 'people', 'agreement', 'remarks'], similarity: ['items', 'people'] } as const;

export interface ManageSectionProps {
  /** undefined: not read yet. */
  jobs: readonly TypedJob[] | undefined;
  /** Id of the chosen job, or "". */
  chosenId: string;
  onChoose: (id: string) => void;
  tab: JobTab;
  onTab: (tab: JobTab) => void;
  /** The image whose two works are compared, or "". */
  item: string;
  onItem: (id: string) => void;
  remarks: RemarkChoice;
  onRemarks: (state: RemarkChoice) => void;
  /** Of the report. */
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** What tells a job from others in the picker. */
function detailOf({ id, name, type, item_done_count, item_count }: TypedJob, several: ReadonlySet<string>): string {
  const known = `${words.type[type]} · ${words.progress(item_done_count, item_count)}`;
  return several.has(name.toLocaleLowerCase()) ? `${known} · ${jobMessages.idStart(id)}` : known;
}

/** What is in a job, by the browsers of annotate and similarity, and how its work went. */
function PlainManageSection({ jobs, chosenId, onChoose, tab, onTab, ...report }: ManageSectionProps) {
  const styles = useStyles();
  const job = jobs?.find(({ id }) => id === chosenId);
  const choices = useMemo(() => {
    const several = namesOfSeveral(jobs);
    return (jobs ?? []).map((each) => ({ value: each.id, label: each.name, detail: detailOf(each, several) }));
  }, [jobs]);
  const tabs: readonly JobTab[] = job ? TABS[job.type] : [];
  const shown = tabs.includes(tab) ? tab : 'items';
  return (
    <Section title={words.manage} anchor="manage">
      <div className={styles.picker}>
        <PickerField
          label={words.manageJob}
          placeholder={words.manageSearch}
          hint={job && shown === 'items' ? words.manageHint[job.type] : undefined}
          empty={words.manageNone}
          choices={choices}
          value={chosenId}
          onChange={onChoose}
        />
      </div>
      {job ? (
        <>
          <TabList
            aria-label={jobMessages.tabList}
            className={styles.tabs}
            selectedValue={shown}
            onTabSelect={(_, { value }) => onTab(value as JobTab)}
          >
            {tabs.map((each) => (
              <Tab key={each} value={each}>
                {jobMessages.tabs[each]}
              </Tab>
            ))}
          </TabList>
          {shown === 'items' ? (
            <JobItems job={job} />
          ) : (
            <LazyComponent
              load={loadReport}
              title={jobMessages.report}
              props={{ job, part: shown, ...report }}
              skeleton={<SkeletonRows rows={4} label={jobMessages.loading} />}
            />
          )}
        </>
      ) : (
        jobs && <EmptyState>{chosenId ? words.manageUnknown : words.managePick}</EmptyState>
      )}
    </Section>
  );
}

/** Letters that are typed in the search above draw nothing of it again. */
export const ManageSection = memo(PlainManageSection);

function JobItems({ job: { id, name, type } }: { job: TypedJob }) {
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
  if (!hasSimilarity) return <EmptyState>{words.manageNoGroups}</EmptyState>;
  return (
    <RemoteWidget
      id="groups-browser"
      range="^1.0.0"
      title={words.groupsBrowser}
      props={{ job: { id, name }, onMembershipChange }}
    />
  );
}
