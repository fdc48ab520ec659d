import { announce, invalidateWorkspace } from '@console/shared-auth';
import type { RuleDomain } from '@console/shared-contract/quality-rules';
import { Badge, Button, Caption1, formatDateTime, makeStyles, PageLink, tokens } from '@console/shared-ui/basics';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { useRef, useState } from 'react';
import { checkAllImages, getViolationsKey, useViolations } from './rules.queries';
import { RULE_TEXTS, ruleMessages } from './rule-messages';
import type { ShapeDeletionState } from './use-shape-deletion';

const useStyles = makeStyles({
  section: { flexShrink: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  rule: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  count: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
});

interface ViolationsProps {
  domain: RuleDomain;
  task: string;
  /** Ids of the labels of the task. */
  labels: readonly string[];
  /** Why the images cannot be checked; null if they can. */
  blocker: string | null;
  deletion: ShapeDeletionState;
}

/** Checks all images with the stored rules of a task, and lists the violations with links to the images and bulk deletion. */
export function Violations({ domain, task: taskId, labels, blocker, deletion }: ViolationsProps) {
  const styles = useStyles();
  const violations = useViolations(taskId);
  const [progress, setProgress] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const ruleCheck = useWrite({
    failure: ruleMessages.checkFailed,
    send: async () => {
      await checkAllImages(taskId, (images) => setProgress(ruleMessages.checking(images))).finally(() => setProgress(null));
      await invalidateWorkspace(...getViolationsKey(taskId));
      // Scroll to the result, because the rules fill the visible part of the dialog.
      section.current?.scrollIntoView({ block: 'nearest' });
      await announce({ topic: 'images' });
    },
  });
  const isBusy = ruleCheck.isPending || deletion.isBusy;
  return (
    <section ref={section} aria-label={ruleMessages.violations} className={styles.section}>
      <div className={styles.head}>
        <Button disabledFocusable={isBusy || blocker !== null} onClick={() => void ruleCheck.send()}>
          {ruleMessages.check}
        </Button>
        <Caption1 role="status">{progress ?? blocker ?? ''}</Caption1>
        {violations.data?.checked && <Caption1>{ruleMessages.foundAt(formatDateTime(violations.data.checked))}</Caption1>}
      </div>
      <QueryState query={violations} isEmpty={({ results }) => results.length === 0} empty={ruleMessages.none}>
        {({ results }) => (
          <ul className={styles.list}>
            {results.map(({ rule, level, images, violations: count }) => (
              <li key={`${rule} ${level}`} className={styles.rule}>
                <Badge appearance="tint" color={level === 'error' ? 'danger' : 'warning'}>
                  {ruleMessages.levels[level]}
                </Badge>
                {RULE_TEXTS[rule].name}
                <Caption1 className={styles.count}>{ruleMessages.count(count, images)}</Caption1>
                <PageLink
                  to="/images"
                  query={`?violations-of=${taskId}&violation-domain=${domain}&violated-rule=${rule}&background=all`}
                >
                  {ruleMessages.open}
                </PageLink>
                {rule !== 'empty_image' && labels.length > 0 && (
                  <PageLink
                    to="/shapes"
                    query={`?labels=${labels.join(',')}&violations-of=${taskId}&violation-domain=${domain}&violated-rule=${rule}&sort=newest`}
                  >
                    {ruleMessages.openShapes}
                  </PageLink>
                )}
                {rule !== 'empty_image' && domain !== 'recognition' && (
                  <Button
                    size="small"
                    aria-label={ruleMessages.deleteRule(RULE_TEXTS[rule].name)}
                    disabledFocusable={isBusy}
                    onClick={() => deletion.request(rule)}
                  >
                    {ruleMessages.delete}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}
