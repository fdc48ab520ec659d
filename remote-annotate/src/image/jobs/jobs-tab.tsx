import { useCanCall } from '@console/shared-auth';
import type { Job } from '@console/shared-contract/api';
import {
  AddIcon,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  makeStyles,
  PickerField,
  SkeletonRows,
  SubtractIcon,
  TextLink,
  tokens,
  Tooltip,
  useNotify,
} from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { imageJobMessages } from './image-job-messages';
import { JobWork } from './job-work';
import { useImageLabelling } from '../recognition/state/use-labelling';
import { useScreen } from '../context/screen-context';
import { useEnterWrites } from '../context/use-enter-writes';
import { useItemStyles } from '../controls/item-styles';
import { useImageJobs } from './jobs.queries';

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  add: { alignSelf: 'flex-start' },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '40px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  progress: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

/** The tab with the tasks of the current job, and the jobs that contain the image. */
export function JobsTab() {
  const styles = useStyles();
  const { job } = useScreen();
  const labelling = useImageLabelling();
  return (
    <div className={styles.tab}>
      {job && <JobWork job={job} labelling={labelling} />}
      <ImageJobs />
    </div>
  );
}

/** The image jobs that contain the image, with controls to add it to another job. */
export function ImageJobs() {
  const styles = useStyles();
  const itemStyles = useItemStyles();
  const notify = useNotify();
  const enterWrites = useEnterWrites();
  const { image, outbox } = useScreen();
  const jobsQuery = useImageJobs(image.id);
  const canManageJobs = useCanCall<'POST /annotate/v2/imagejob/{id}/add-items'>('manage');
  const [chosenId, setChosenId] = useState('');
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (event.type !== 'responded' || event.entry.write?.kind !== 'job-membership' || event.imageId !== image.id) return;
        notify.success({ title: event.entry.write.after ? imageJobMessages.added : imageJobMessages.removed });
      }),
    [outbox, image.id, notify],
  );
  const changeMembership = ({ id, name }: Job, isMember: boolean) => {
    enterWrites([{ kind: 'job-membership', image: image.id, job: { id, name }, before: !isMember, after: isMember }]);
    setChosenId('');
  };
  const { data, error, refetch } = jobsQuery;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows label={imageJobMessages.jobsOfImage} />;
  const addedJob = data.available.find(({ id }) => id === chosenId);
  return (
    <div className={styles.column}>
      <h3 className={itemStyles.heading}>{canManageJobs ? imageJobMessages.title : imageJobMessages.jobsOfImage}</h3>
      {canManageJobs && (
        <>
          <PickerField
            label={imageJobMessages.job}
            placeholder={imageJobMessages.placeholder}
            empty={imageJobMessages.noneToAdd}
            choices={data.available.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosenId}
            onChange={setChosenId}
          />
          <Button
            className={styles.add}
            icon={<AddIcon />}
            disabled={!addedJob}
            onClick={() => addedJob && changeMembership(addedJob, true)}
          >
            {imageJobMessages.add}
          </Button>
        </>
      )}
      {data.assigned.length === 0 ? (
        <EmptyState>{imageJobMessages.noJobs}</EmptyState>
      ) : (
        <ul aria-label={imageJobMessages.jobsOfImage} className={itemStyles.list}>
          {data.assigned.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              imageId={image.id}
              onRemove={canManageJobs ? () => changeMembership(job, false) : undefined}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A job with a link that opens the image in this job. Viewers get no link, because they cannot open the page of a job. */
function JobRow({ job, imageId, onRemove }: { job: Job; imageId: string; onRemove?: () => void }) {
  const styles = useStyles();
  const canWork = useCanCall<'POST /annotate/v2/imagejob/{id}/mark-done'>('annotate');
  return (
    <li className={styles.row}>
      <span className={styles.name} title={job.name}>
        {canWork ? (
          <TextLink to={`/imagejob/${job.id}?image=${imageId}`} newTab>
            {job.name}
          </TextLink>
        ) : (
          job.name
        )}
      </span>
      {job.done ? (
        <Badge appearance="tint" color="success">
          {imageJobMessages.done}
        </Badge>
      ) : (
        <span className={styles.progress}>{imageJobMessages.progress(job.item_done_count, job.item_count)}</span>
      )}
      {onRemove && (
        <Tooltip content={imageJobMessages.remove(job.name)} relationship="label">
          <Button appearance="subtle" icon={<SubtractIcon />} onClick={onRemove} />
        </Tooltip>
      )}
    </li>
  );
}
