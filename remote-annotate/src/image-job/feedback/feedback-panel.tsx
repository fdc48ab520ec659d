import type { Job, QualityDifference } from '@console/shared-contract/api';
import { api } from '@console/shared-auth';
import { Button, Caption1, Field, makeStyles, Text, Textarea, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useId, useState } from 'react';
import { feedbackMessages as messages } from './feedback-messages';
import type { ItemFeedback } from './use-gold-feedback';

const MAX_APPEAL_LENGTH = 2000;
const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
    borderBottom: `1px solid ${tokens.colorStatusWarningBorder1}`,
    maxHeight: '45vh',
    // The image below takes the remaining height; otherwise the buttons are cut off.
    flexShrink: 0,
    overflowY: 'auto',
  },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

interface FeedbackPanelProps {
  kind: 'image' | 'similarity';
  job: Job;
  feedback: ItemFeedback;
  /** Whether the screen shows the item that the feedback is about. */
  isCurrent: boolean;
  onOpen: () => void;
  /** Removes the completion mark of the item, and opens the item. */
  onCorrect: () => void;
  onAppealed: () => void;
  onDismiss: () => void;
}

const listDifferenceCounts = (differences: readonly QualityDifference[]) =>
  (Object.keys(messages.kinds) as QualityDifference['kind'][]).flatMap((kind) => {
    const count = differences.filter((difference) => difference.kind === kind).length;
    return count > 0 ? [messages.count(messages.kinds[kind], count)] : [];
  });

/** Shows how the user's work on an item differs from the known correct result. Offers to correct the work and to appeal. */
export function FeedbackPanel({ kind, job, feedback, isCurrent, onOpen, onCorrect, onAppealed, onDismiss }: FeedbackPanelProps) {
  const styles = useStyles();
  const titleId = useId();
  const [appealText, setAppealText] = useState<string | null>(null);
  const kindMessages = messages[kind];
  const { itemId, differences, tries_left: triesLeft, appealed: isAppealed } = feedback;
  const appeal = useWrite({
    send: (reason: string) =>
      api.call(`POST /annotate/v2/${kind}job/{id}/appeal`, { params: { id: job.id }, body: { item: itemId, text: reason } }),
    success: { title: messages.sent },
    failure: messages.failed,
  });
  const sendAppeal = async () => {
    const reason = appealText?.trim() ?? '';
    if (reason === '' || !(await appeal.send(reason))?.ok) return;
    setAppealText(null);
    onAppealed();
  };
  return (
    <section aria-labelledby={titleId} className={styles.panel}>
      <div className={styles.row} role="status">
        <Text weight="semibold" id={titleId}>
          {isCurrent ? kindMessages.current : kindMessages.title}
        </Text>
        {differences.length === 0
          ? kindMessages.noDifferences
          : listDifferenceCounts(differences).map((count) => <span key={count}>{count}</span>)}
      </div>
      <Caption1>{messages.scoringRule(kindMessages, triesLeft)}</Caption1>
      {isAppealed && <Caption1>{messages.appealed}</Caption1>}
      {appealText !== null && (
        <Field label={messages.appealLabel} hint={kindMessages.appealHint}>
          <Textarea
            autoFocus
            rows={2}
            maxLength={MAX_APPEAL_LENGTH}
            value={appealText}
            onChange={(_, { value }) => setAppealText(value)}
          />
        </Field>
      )}
      <div className={styles.row}>
        {appealText === null ? (
          <>
            {!isCurrent && <Button onClick={onOpen}>{kindMessages.show}</Button>}
            {triesLeft > 0 && differences.length > 0 && <Button onClick={onCorrect}>{kindMessages.correct}</Button>}
            {!isAppealed && differences.length > 0 && <Button onClick={() => setAppealText('')}>{messages.appeal}</Button>}
            <Button onClick={onDismiss}>{messages.dismiss}</Button>
          </>
        ) : (
          <>
            <Button
              appearance="primary"
              disabledFocusable={appeal.isPending || appealText.trim() === ''}
              onClick={() => void sendAppeal()}
            >
              {messages.send}
            </Button>
            <Button onClick={() => setAppealText(null)}>{messages.cancel}</Button>
          </>
        )}
      </div>
    </section>
  );
}
