import type { QualityReport } from '@console/shared-contract/api';
import { Button, Permitted, Section, makeStyles, Stats, tokens } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import type { ReactNode } from 'react';
import { DecisionBadge } from './decision-badge';
import { createScale, formatInterval, formatValue } from './estimates';
import { IntervalBar } from './interval-bar';
import { qualityMessages as messages } from './quality-messages';
import { TargetDialog } from './target-dialog';

const useStyles = makeStyles({
  decision: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  bar: { width: '140px' },
});

interface SummarySectionProps {
  report: QualityReport;
  /** Opens all items. Undefined if the user may not see them. */
  onOpen: (() => void) | undefined;
  /** Additional buttons. */
  children: ReactNode;
}

/**
 * The summary of a report: target with the decision, F1 per item, and the numbers of scored items and gold items. Gold items have
 * a known correct result.
 */
export function SummarySection({ report, onOpen, children }: SummarySectionProps) {
  const styles = useStyles();
  const dialog = useDialog<true>();
  const { task, target, total, gold_items: goldItems } = report;
  const estimate = total.estimates.image_f1;
  const scale = createScale([estimate], 'image_f1', target);
  return (
    <Section
      title={task.name ?? messages.title}
      actions={
        <>
          <Permitted<'PUT /annotate/v2/quality-target/{id}'> permission="manage">
            <Button onClick={() => dialog.open(true)}>{target === null ? messages.setTarget : messages.changeTarget}</Button>
          </Permitted>
          {onOpen && <Button onClick={onOpen}>{messages.showItems}</Button>}
          {children}
        </>
      }
    >
      <Stats
        values={{
          [messages.summary.decision]: target === null ? messages.noTarget : messages.target(target),
          [messages.summary.estimate]: formatValue(estimate.value),
          [messages.summary.interval]: formatInterval(estimate),
          [messages.summary.items]: estimate.images,
          ...(goldItems !== null && { [messages.summary.gold]: goldItems }),
        }}
      />
      {total.decision && (
        <div className={styles.decision}>
          <DecisionBadge decision={total.decision} />
          <div className={styles.bar}>
            <IntervalBar estimate={estimate} scale={scale} target={target} />
          </div>
        </div>
      )}
      <DialogSlot dialog={dialog}>{(_, close) => <TargetDialog task={task} target={target} onClose={close} />}</DialogSlot>
    </Section>
  );
}
