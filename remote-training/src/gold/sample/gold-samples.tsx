import { useCanCall } from '@console/shared-auth';
import type { GoldDomain, GoldSample } from '@console/shared-contract/api';
import { Button, Caption1, ErrorState, makeStyles, tokens } from '@console/shared-ui/basics';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { goldMessages } from '../gold-messages';
import { SampleDialog } from './sample-dialog';
import { addSampleToGold, useGoldSamples } from './sample.queries';

const messages = goldMessages.sample;

const useStyles = makeStyles({
  samples: { display: 'flex', flexDirection: 'column', alignItems: 'start', gap: tokens.spacingVerticalS },
  sample: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/**
 * Lists the samples of a task that are not complete. A sample contains random images or groups that become gold-standard items.
 * A button draws another sample.
 */
export function GoldSamples({ domain, task: taskId }: { domain: GoldDomain; task: string }) {
  const styles = useStyles();
  const dialog = useDialog<true>();
  const canDraw = useCanCall<'POST /annotate/v2/gold-sample/'>('manage');
  const samples = useGoldSamples(domain, taskId);
  const sampleMessages = messages[domain === 'similarity' ? 'groups' : 'images'];
  const sampleAddition = useWrite({
    send: ({ id }: GoldSample) => addSampleToGold(id),
    success: ({ created }) => ({ title: messages.added(created) }),
    failure: sampleMessages.addFailed,
    changes: () => [{ topic: 'jobs' }],
  });
  return (
    <div className={styles.samples}>
      {samples.isLoadingError && <ErrorState title={messages.listFailed} onRetry={() => void samples.refetch()} />}
      {samples.data?.map((sample) => (
        <div key={sample.id} role="group" aria-label={sample.name} className={styles.sample}>
          <Caption1>
            {sampleMessages.progress(sample.name, sample.expert?.username ?? null, sample.image_count)}{' '}
            {messages.counts(sample.verified_count + sample.gold_count, sample.gold_count)}
          </Caption1>
          {canDraw && (
            <Button
              size="small"
              disabledFocusable={sample.verified_count === 0 || sampleAddition.isPending}
              onClick={() => void sampleAddition.send(sample)}
            >
              {sampleMessages.add}
            </Button>
          )}
        </div>
      ))}
      {canDraw && (
        <Button size="small" onClick={() => dialog.open(true)}>
          {messages.draw}
        </Button>
      )}
      <DialogSlot dialog={dialog}>{(_, close) => <SampleDialog domain={domain} task={taskId} onClose={close} />}</DialogSlot>
    </div>
  );
}
