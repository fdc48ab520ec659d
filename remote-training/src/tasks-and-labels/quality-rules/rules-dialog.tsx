import type { QualityRules, RuleDomain } from '@console/shared-contract/quality-rules';
import { Button, ContentDialog, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { GoldList } from '../../gold/gold-list';
import { goldMessages } from '../../gold/gold-messages';
import { saveRules } from './rules.queries';
import { RulesForm, toRuleDraft, toRules } from './rules-form';
import { ruleMessages } from './rule-messages';
import { useShapeDeletion } from './use-shape-deletion';
import { Violations } from './violations';

const useStyles = makeStyles({
  intro: { margin: 0 },
  save: { flexShrink: 0, alignSelf: 'start', marginBlockEnd: tokens.spacingVerticalM },
});

interface RulesDialogProps {
  domain: RuleDomain;
  task: { id: string; name: string; version: number; rules?: QualityRules };
  /** Ids of the labels of the task, for links to the shapes that violate a rule. Empty for recognition tasks. */
  labels: readonly string[];
  onClose: () => void;
}

/** Dialog with the quality rules of a task, which are checked before an image is verified. It can also check all images. */
export function RulesDialog({ domain, task: openedTask, labels, onClose }: RulesDialogProps) {
  const styles = useStyles();
  const [task, setTask] = useState(openedTask);
  const [draft, setDraft] = useState(() => toRuleDraft(openedTask.rules ?? {}, domain));
  const storedRules = toRules(toRuleDraft(task.rules ?? {}, domain));
  const rules = toRules(draft);
  const isChanged = JSON.stringify(rules) !== JSON.stringify(storedRules);
  const rulesWrite = useWrite({
    success: ruleMessages.saved,
    failure: ruleMessages.saveFailed,
    // All micro-frontends refetch data with this topic after the write.
    changes: () => [{ topic: `${domain}-tasks` }],
    send: async (newRules: QualityRules) => {
      const { version } = (await saveRules(domain, task, newRules)) as { version: number };
      setTask({ ...task, version, rules: newRules });
    },
  });
  const deletion = useShapeDeletion(task.id);
  const hasRules = Object.keys(task.rules?.levels ?? {}).length > 0;
  const blocker = isChanged ? ruleMessages.saveFirst : hasRules ? null : ruleMessages.noRules;
  if (deletion.dialog) return deletion.dialog;
  return (
    <ContentDialog title={ruleMessages.title(task.name)} maxWidth="680px" width="100%" onClose={onClose}>
      <p className={styles.intro}>{domain === 'recognition' ? ruleMessages.recognitionIntro : ruleMessages.intro}</p>
      <RulesForm domain={domain} draft={draft} onChange={setDraft} />
      <Button
        className={styles.save}
        appearance="primary"
        disabledFocusable={!isChanged || rules === null || rulesWrite.isPending}
        onClick={() => rules && void rulesWrite.send(rules)}
      >
        {ruleMessages.save}
      </Button>
      <Violations domain={domain} task={task.id} labels={labels} blocker={blocker} deletion={deletion} />
      <Text as="h3" weight="semibold" className={styles.intro}>
        {goldMessages.title}
      </Text>
      <GoldList domain={domain} task={task.id} />
    </ContentDialog>
  );
}
