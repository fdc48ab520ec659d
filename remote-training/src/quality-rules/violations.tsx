import { announce, invalidateWorkspace } from '@console/shared-auth';
import { newId } from '@console/shared-contract/new-id';
import type { QualityRule } from '@console/shared-contract/quality-rules';
import { Badge, Button, Caption1, ConfirmDialog, formatDateTime, makeStyles, PageLink, tokens } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import {
  checkAllImages,
  deleteViolatingShapes,
  getViolationsKey,
  useViolations,
  type RuleDomain,
  type ShapeDeletion,
} from './rules.queries';
import { RULE_TEXTS, ruleMessages } from './rule-messages';

const CHANGES = [{ topic: 'images' }, { topic: 'objects' }] as const;

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  rule: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
  count: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
});

interface ViolationsProps {
  domain: RuleDomain;
  task: string;
  /** Why the images cannot be checked; null if they can. */
  blocker: string | null;
}

/** Checks all images with the stored rules of a task, and lists the violations with links to the images and bulk deletion. */
export function Violations({ domain, task, blocker }: ViolationsProps) {
  const styles = useStyles();
  const violations = useViolations(task);
  const [progress, setProgress] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [deletion, setDeletion] = useState<{ rule: QualityRule; preview: ShapeDeletion } | null>(null);
  const offerUndo = useUndoNotice();
  const refresh = () => invalidateWorkspace(...getViolationsKey(task));
  const check = useWrite({
    failure: ruleMessages.checkFailed,
    send: async () => {
      await checkAllImages(task, (images) => setProgress(ruleMessages.checking(images))).finally(() => setProgress(null));
      setChecked(true);
      await refresh();
      await announce({ topic: 'images' });
    },
  });
  const preview = useWrite({
    failure: ruleMessages.deleteFailed,
    send: async (rule: QualityRule) => setDeletion({ rule, preview: await deleteViolatingShapes({ task, rule, dry_run: true }) }),
  });
  const remove = useWrite({
    failure: ruleMessages.deleteFailed,
    send: async (rule: QualityRule) => {
      const changeSet = newId();
      try {
        const { shapes } = await deleteViolatingShapes({ task, rule, dry_run: false }, { changeSet }, (deleted) =>
          setProgress(ruleMessages.deleting(deleted)),
        );
        offerUndo(ruleMessages.deleted(shapes), { changeSet, changes: CHANGES, onUndone: () => void refresh() });
      } finally {
        setProgress(null);
        setDeletion(null);
        await refresh();
        await announce(...CHANGES);
      }
    },
  });
  const isBusy = check.isPending || preview.isPending || remove.isPending;
  return (
    <section aria-label={ruleMessages.violations}>
      <div className={styles.head}>
        <Button disabledFocusable={isBusy || blocker !== null} onClick={() => void check.send()}>
          {ruleMessages.check}
        </Button>
        <Caption1 role="status">{progress ?? blocker ?? ''}</Caption1>
        {violations.data?.checked && <Caption1>{ruleMessages.foundAt(formatDateTime(violations.data.checked))}</Caption1>}
      </div>
      <QueryState
        query={violations}
        isEmpty={({ results }) => results.length === 0}
        empty={isChecked ? ruleMessages.noneFound : ruleMessages.none}
      >
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
                  query={`?violations-of=${task}&violation-domain=${domain}&violated-rule=${rule}&background=all`}
                >
                  {ruleMessages.open}
                </PageLink>
                {rule !== 'empty_image' && (
                  <Button
                    size="small"
                    aria-label={ruleMessages.deleteRule(RULE_TEXTS[rule].name)}
                    disabledFocusable={isBusy}
                    onClick={() => void preview.send(rule)}
                  >
                    {ruleMessages.delete}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {deletion && (
        <ConfirmDialog
          title={ruleMessages.deleteTitle(RULE_TEXTS[deletion.rule].name)}
          confirmLabel={ruleMessages.delete}
          busy={remove.isPending}
          confirmDisabled={deletion.preview.shapes === 0}
          onConfirm={() => void remove.send(deletion.rule)}
          onCancel={() => setDeletion(null)}
        >
          {deletion.preview.shapes === 0
            ? ruleMessages.nothingLeft
            : ruleMessages.deleteText(deletion.preview.shapes, deletion.preview.images)}
          {deletion.rule === 'duplicate' && ` ${ruleMessages.duplicateText}`}
        </ConfirmDialog>
      )}
    </section>
  );
}
