import { Button, Caption1, Field, makeStyles, MessageBar, MessageBarBody, tokens } from '@console/shared-ui/basics';
import { DomainTaskField, Select, type DomainTask } from '@console/shared-ui/choices';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import type { JobGold } from '@console/shared-contract/api';
import { useState } from 'react';
import { goldMessages as messages } from './gold-messages';
import { saveJobGold, useJobGold, type GoldJob } from './gold.queries';

const useStyles = makeStyles({
  section: { flexShrink: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  save: { alignSelf: 'start' },
});

const GOLD_RATES = [0.05, 0.1, 0.2, 0.3, 0.5];
const toValue = (rate: number | null): string => (rate === null ? '' : String(rate));

/**
 * Sets the share of gold-standard items in a job, and adds the gold items of a task to it. For similarity jobs, and for image
 * jobs in which annotators work independently.
 */
export function JobGoldSection({ job }: { job: GoldJob }) {
  return (
    <QueryState query={useJobGold(job)} failed={messages.failed}>
      {(gold) => <JobGoldForm job={job} gold={gold} />}
    </QueryState>
  );
}

function JobGoldForm({ job, gold }: { job: GoldJob; gold: JobGold }) {
  const styles = useStyles();
  // Round the rate, because the server stores it in single precision.
  const storedRate = gold.rate === null ? null : Math.round(gold.rate * 100) / 100;
  const [rate, setRate] = useState(storedRate);
  const [task, setTask] = useState<DomainTask | null>(null);
  const goldWrite = useWrite({
    send: () => saveJobGold(job, rate, task),
    success: { title: messages.saved },
    failure: messages.saveFailed,
    changes: () => [{ topic: 'jobs' }],
  });
  const rates = [...new Set([...GOLD_RATES, ...(storedRate === null ? [] : [storedRate])])].sort((a, b) => a - b);
  const needsTask = rate !== null && gold.items === 0;
  const isChanged = rate !== storedRate || (rate !== null && task !== null);
  return (
    <section className={styles.section} aria-label={messages.title}>
      <Field label={messages.rate}>
        <Select value={toValue(rate)} onChange={(_, { value }) => setRate(value === '' ? null : Number(value))}>
          <option value="">{messages.off}</option>
          {rates.map((choice) => (
            <option key={choice} value={toValue(choice)}>
              {messages.percent(choice)}
            </option>
          ))}
        </Select>
      </Field>
      <Caption1>{messages.jobIntro[job.type]}</Caption1>
      {rate !== null && (
        <DomainTaskField
          kind={job.type === 'image' ? 'images' : 'groups'}
          label={messages.task}
          value={task}
          onChange={setTask}
          hint={needsTask && task === null ? messages.needsTask : undefined}
        />
      )}
      {gold.rate !== null && <Caption1 role="status">{messages.jobState(gold.items, gold.annotators)}</Caption1>}
      {gold.rate !== null && job.item_count === 0 && (
        <MessageBar intent="warning">
          <MessageBarBody>{messages.onlyGold[job.type]}</MessageBarBody>
        </MessageBar>
      )}
      <Button
        className={styles.save}
        disabledFocusable={!isChanged || (needsTask && task === null) || goldWrite.isPending}
        onClick={() => void goldWrite.send().then(() => setTask(null))}
      >
        {messages.save}
      </Button>
    </section>
  );
}
