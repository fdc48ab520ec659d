import type { GoldDomain } from '@console/shared-contract/api';
import { MAX_SAMPLE_SIZE } from '@console/shared-contract/limits';
import { Caption1, ErrorState, FormDialog, PickerField, Text, TextField } from '@console/shared-ui/basics';
import { SwitchField } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { goldMessages } from '../gold-messages';
import { drawSample, useExperts, useSampledJobs, type SampleRequest } from './sample.queries';

const messages = goldMessages.sample;
const DEFAULT_COUNT = '50';

const isValidCount = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_SAMPLE_SIZE;

interface SampleDialogProps {
  domain: GoldDomain;
  /** Id of the task. */
  task: string;
  onClose: () => void;
}

/** Dialog that draws a sample for gold-standard items. Asks for the job, the number of images or groups, and the annotators. */
export function SampleDialog({ domain, task: taskId, onClose }: SampleDialogProps) {
  const [job, setJob] = useState('');
  const [count, setCount] = useState(DEFAULT_COUNT);
  const [isStratified, setIsStratified] = useState(false);
  const [expert, setExpert] = useState('');
  const [error, setError] = useState<string | null>(null);
  const jobs = useSampledJobs(domain);
  const sampleMessages = messages[domain === 'similarity' ? 'groups' : 'images'];
  const experts = useExperts();
  const write = useWrite({
    send: (request: SampleRequest) => drawSample(request),
    success: ({ name, image_count }) => ({ title: sampleMessages.drawn(image_count), body: messages.drawnBody(name) }),
    failure: messages.failed,
    failureIn: 'form',
    changes: () => [{ topic: 'jobs' }],
  });
  const submitSample = async () => {
    setError(null);
    const result = await write.send({ domain, task: taskId, job, count: Number(count), stratified: isStratified, expert });
    if (result?.ok) onClose();
    else if (result) setError(result.message);
  };
  return (
    <FormDialog
      title={messages.title}
      submitLabel={messages.submit}
      busy={write.isPending}
      submitDisabled={job === '' || expert === '' || !isValidCount(count)}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        void submitSample();
      }}
      onClose={onClose}
    >
      <Text>{sampleMessages.intro}</Text>
      {jobs.isLoadingError ? (
        <ErrorState title={messages.jobsFailed} onRetry={() => void jobs.refetch()} />
      ) : (
        <PickerField label={messages.job} choices={jobs.data ?? []} value={job} onChange={setJob} empty={sampleMessages.noJobs} />
      )}
      <TextField
        label={sampleMessages.count}
        hint={sampleMessages.countHint}
        value={count}
        onChange={({ target }) => setCount(target.value)}
        error={isValidCount(count) ? undefined : messages.countInvalid(MAX_SAMPLE_SIZE)}
      />
      <div>
        <SwitchField label={sampleMessages.stratified} value={isStratified} onChange={setIsStratified} />
        <Caption1 block>{sampleMessages.stratifiedHint}</Caption1>
      </div>
      {experts.isLoadingError ? (
        <ErrorState title={messages.expertsFailed} onRetry={() => void experts.refetch()} />
      ) : (
        <PickerField
          label={messages.expert}
          hint={sampleMessages.expertHint}
          choices={experts.data ?? []}
          value={expert}
          onChange={setExpert}
          empty={messages.noExperts}
        />
      )}
    </FormDialog>
  );
}
