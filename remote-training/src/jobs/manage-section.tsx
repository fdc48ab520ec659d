import type { TypedJob } from '@console/shared-contract/api';
import { useHasService } from '@console/shared-auth';
import { EmptyState, makeStyles, PickerField, RemoteWidget, Section, SkeletonTiles } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { refreshJobs } from './jobs.mutations';

const words = messages.jobs;
const useStyles = makeStyles({
  picker: { maxWidth: '480px' },
});

export interface ManageSectionProps {
  /** undefined: not read yet. */
  jobs: readonly TypedJob[] | undefined;
  /** Id of the chosen job, or "". */
  chosenId: string;
  onChoose: (id: string) => void;
}

/** What is in a job: images by the browser of annotate, groups by that of similarity. */
export function ManageSection({ jobs, chosenId, onChoose }: ManageSectionProps) {
  const styles = useStyles();
  const job = jobs?.find(({ id }) => id === chosenId);
  return (
    <Section title={words.manage} anchor="manage">
      <div className={styles.picker}>
        <PickerField
          label={words.manageJob}
          placeholder={words.manageSearch}
          hint={job && words.manageHint[job.type]}
          empty={words.manageNone}
          choices={(jobs ?? []).map((each) => ({
            value: each.id,
            label: each.name,
            detail: `${words.type[each.type]} · ${words.progress(each.item_done_count, each.item_count)}`,
          }))}
          value={chosenId}
          onChange={onChoose}
        />
      </div>
      {job ? <JobItems job={job} /> : jobs && <EmptyState>{chosenId ? words.manageUnknown : words.managePick}</EmptyState>}
    </Section>
  );
}

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
