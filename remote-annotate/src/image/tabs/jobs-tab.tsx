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
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../messages';
import { useScreen } from '../screen-context';
import { useItemStyles } from './item-styles';
import { changeImageJob, useImageJobs } from './jobs.queries';

const words = messages.imageJobs;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalM },
  add: { alignSelf: 'flex-start' },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '40px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  progress: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  warning: { margin: 0, color: tokens.colorPaletteDarkOrangeForeground1 },
});

/** The image jobs that the image is an item of, and a way into another. */
export function JobsTab() {
  const styles = useStyles();
  const shared = useItemStyles();
  const notify = useNotify();
  const { image } = useScreen();
  const jobs = useImageJobs(image.id);
  const [chosen, setChosen] = useState('');
  const change = useMutation({
    mutationFn: ({ action, job }: { action: 'add' | 'remove'; job: string }) => changeImageJob(action, job, image.id),
    onSuccess: (_, { action }) => {
      notify.success({ title: action === 'add' ? words.added : words.removed });
      setChosen('');
    },
  });
  const { data, error, refetch } = jobs;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={styles.column}>
        <SkeletonRows label={words.list} />
      </div>
    );
  return (
    <div className={styles.column}>
      <h3 className={shared.heading}>{words.title}</h3>
      <PickerField
        label={words.job}
        placeholder={words.placeholder}
        empty={words.noneToAdd}
        choices={data.others.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button
        className={styles.add}
        icon={<AddIcon />}
        disabled={chosen === '' || change.isPending}
        onClick={() => change.mutate({ action: 'add', job: chosen })}
      >
        {words.add}
      </Button>
      {change.isError && (
        <p role="alert" className={styles.warning}>
          {words.notChanged}
        </p>
      )}
      {data.of.length === 0 ? (
        <EmptyState>{words.none}</EmptyState>
      ) : (
        <ul aria-label={words.list} className={shared.list}>
          {data.of.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              isBusy={change.isPending}
              onRemove={() => change.mutate({ action: 'remove', job: job.id })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function JobRow({ job, isBusy, onRemove }: { job: Job; isBusy: boolean; onRemove: () => void }) {
  const styles = useStyles();
  return (
    <li className={styles.row}>
      <span className={styles.name} title={job.name}>
        <TextLink to={`/imagejob/${job.id}`} newTab>
          {job.name}
        </TextLink>
      </span>
      {job.done ? (
        <Badge appearance="tint" color="success">
          {words.done}
        </Badge>
      ) : (
        <span className={styles.progress}>{messages.job.progress(job.item_done_count, job.item_count)}</span>
      )}
      <Tooltip content={words.remove(job.name)} relationship="label">
        <Button appearance="subtle" icon={<SubtractIcon />} disabledFocusable={isBusy} onClick={onRemove} />
      </Tooltip>
    </li>
  );
}
