import { useCanCall, useWorkspace } from '@console/shared-auth';
import type { ModelDomain, ProposedBatch, ProposedImage } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  makeStyles,
  MessageBar,
  MessageBarBody,
  PageLink,
  SkeletonTiles,
  Subsection,
  Thumbnail,
  tokens,
  TruncatedText,
} from '@console/shared-ui/basics';
import { SliderControl } from '@console/shared-ui/choices';
import { TextControl, useForm, validateName } from '@console/shared-ui/forms';
import { formatDate } from '@console/shared-ui/format';
import { useWrite } from '@console/shared-ui/pages';
import { useEffect, useRef, useState } from 'react';
import { nextBatchMessages as messages } from './next-batch-messages';
import { createBatchJob, fillBatchJob, loadNextBatch, type BatchRequest } from './next-batch.queries';

const TILE_SIZE = 120;
const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  form: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '420px' },
  action: { justifySelf: 'start' },
  tiles: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, ${TILE_SIZE}px)`,
    gap: tokens.spacingHorizontalM,
    maxHeight: '420px',
    overflowY: 'auto',
  },
  tile: { display: 'flex', flexDirection: 'column', width: `${TILE_SIZE}px`, minWidth: 0 },
});

const IMAGE_COUNT_RANGE = { min: 10, max: 500, step: 10, initial: 50 };
const SUSPECT_PERCENT_RANGE = { min: 0, max: 50, step: 5, initial: 10 };

interface NextBatchPanelProps {
  domain: ModelDomain;
  task: { id: string; name: string };
}

/** Proposes the images that should be annotated next, and creates a job with them. */
export function NextBatchPanel({ domain, task }: NextBatchPanelProps) {
  const styles = useStyles();
  const canPropose = useCanCall<'GET /detection/v2/task/{id}/next-batch'>('manage');
  const { control, handleSubmit } = useForm({
    defaultValues: { count: IMAGE_COUNT_RANGE.initial, suspectPercent: SUSPECT_PERCENT_RANGE.initial },
  });
  const [proposal, setProposal] = useState<ProposedBatch | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Use a write instead of a query: a query could be refetched and replace the images while the user looks at them.
  const proposalRequest = useWrite({
    send: async (request: BatchRequest) => setProposal(await loadNextBatch(domain, task.id, request)),
    failure: messages.proposeFailed,
    failureIn: 'form',
  });
  if (!canPropose) return null;
  const submit = handleSubmit(async ({ count, suspectPercent }) => {
    setError(null);
    setProposal(null);
    const result = await proposalRequest.send({ count, suspectShare: suspectPercent / 100 });
    if (result && !result.ok) setError(result.message);
  });
  return (
    <Subsection title={messages.title}>
      <p className={styles.hint}>{messages.hint}</p>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <SliderControl control={control} name="count" label={messages.count} {...IMAGE_COUNT_RANGE} />
        <SliderControl control={control} name="suspectPercent" label={messages.suspectShare} {...SUSPECT_PERCENT_RANGE} />
        <Button className={styles.action} type="submit" disabledFocusable={proposalRequest.isPending}>
          {messages.propose}
        </Button>
      </form>
      {proposalRequest.isPending && <SkeletonTiles label={messages.loading} />}
      {error && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{error}</MessageBarBody>
        </MessageBar>
      )}
      {proposal && <Proposal domain={domain} task={task} proposal={proposal} />}
    </Subsection>
  );
}

function Proposal({ domain, task, proposal }: NextBatchPanelProps & { proposal: ProposedBatch }) {
  const styles = useStyles();
  const { images, candidates, ready: indexState, predicted: predictionDate } = proposal;
  if (images.length === 0) return <span role="status">{messages.none}</span>;
  return (
    <>
      <span role="status">{messages.proposed(images.length, candidates)}</span>
      <Caption1>{predictionDate ? messages.predicted(formatDate(predictionDate)) : messages.notPredicted}</Caption1>
      {indexState && indexState.ready < indexState.total && (
        <Caption1>{messages.notReady(indexState.ready, indexState.total)}</Caption1>
      )}
      <ul className={styles.tiles} aria-label={messages.loading}>
        {images.map((image) => (
          <ProposedTile key={image.id} image={image} />
        ))}
      </ul>
      <JobForm domain={domain} task={task} images={images.map(({ id }) => id)} />
    </>
  );
}

function ProposedTile({ image }: { image: ProposedImage }) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const { id, thumb, uncertainty, rare_label: rareLabel, difference, suspicion } = image;
  const name = image.name ?? id;
  const reasons = [
    ...(suspicion === null ? [] : [messages.suspicion(suspicion)]),
    ...(uncertainty === null ? [] : [messages.uncertainty(uncertainty)]),
    ...(rareLabel === null ? [] : [messages.rareLabel(rareLabel.name)]),
    ...(difference === null ? [] : [messages.difference(difference)]),
  ];
  return (
    <li className={styles.tile}>
      <Thumbnail src={thumb} alt={name} width={TILE_SIZE} height={TILE_SIZE} blur={workspace?.blur_images ?? false} />
      <TruncatedText>{name}</TruncatedText>
      {reasons.map((reason) => (
        <Caption1 key={reason}>{reason}</Caption1>
      ))}
      <PageLink to={`/image/${id}`}>{messages.open}</PageLink>
    </li>
  );
}

function JobForm({ domain, task, images }: NextBatchPanelProps & { images: readonly string[] }) {
  const styles = useStyles();
  const { control, handleSubmit } = useForm({ defaultValues: { name: messages.defaultJobName(task.name) } });
  // The created job, so that the next attempt does not create another one if only adding the images has failed.
  const [job, setJob] = useState<{ id: string; name: string; isFilled: boolean } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  // The button disappears, so focus the message that replaces it.
  useEffect(() => {
    if (job?.isFilled) result.current?.focus();
  }, [job]);
  const jobCreation = useWrite({
    send: async (name: string) => {
      const batchJob = job ?? { id: await createBatchJob(name), name, isFilled: false };
      setJob(batchJob);
      await fillBatchJob(batchJob.id, domain, task.id, images);
      setJob({ ...batchJob, isFilled: true });
    },
    failure: messages.createFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'jobs' }],
  });
  const submit = handleSubmit(async ({ name }) => {
    setError(null);
    const creationResult = await jobCreation.send(name.trim());
    if (creationResult && !creationResult.ok) setError(creationResult.message);
  });
  if (job?.isFilled)
    return (
      <MessageBar ref={result} tabIndex={-1} intent="success" layout="multiline">
        <MessageBarBody>
          {messages.created(job.name, images.length)}{' '}
          <PageLink to="/jobs" query={`?job=${job.id}`}>
            {messages.openJob}
          </PageLink>
        </MessageBarBody>
      </MessageBar>
    );
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextControl
        control={control}
        name="name"
        label={messages.jobName}
        required
        validate={(name) => validateName(name) ?? true}
      />
      {error && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{job ? messages.addFailed(job.name, error) : error}</MessageBarBody>
        </MessageBar>
      )}
      <Button className={styles.action} appearance="primary" type="submit" disabledFocusable={jobCreation.isPending}>
        {messages.createJob}
      </Button>
    </form>
  );
}
