import type { QualityReport } from '@console/shared-contract/api';
import type { RuleDomain } from '@console/shared-contract/quality-rules';
import { useCanCall } from '@console/shared-auth';
import { Badge, Caption1, makeStyles, PageLink, Section, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { RULE_TEXTS, ruleMessages } from '../tasks-and-labels/quality-rules/rule-messages';
import { useGroupViolations, useViolations } from '../tasks-and-labels/quality-rules/rules.queries';
import { qualityMessages } from './quality-messages';

const { violations: messages, sections } = qualityMessages;
const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  rule: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalM },
});

/** The violations of the rules of a task with links to the images or groups. */
export function ViolationsSection({ task }: { task: QualityReport['task'] }) {
  const canRead = useCanCall<'GET /annotate/v2/rule-violation/'>('manage');
  if (!canRead) return null;
  return (
    <Section title={sections.violations}>
      {task.domain === 'similarity' ? <GroupViolations task={task.id} /> : <TaskViolations task={task.id} domain={task.domain} />}
    </Section>
  );
}

function TaskViolations({ task: taskId, domain }: { task: string; domain: RuleDomain }) {
  const styles = useStyles();
  return (
    <QueryState
      query={useViolations(taskId)}
      failed={messages.failed}
      isEmpty={({ results }) => results.length === 0}
      empty={messages.none}
    >
      {({ results }) => (
        <ul className={styles.list}>
          {results.map(({ rule, level, images, violations }) => (
            <li key={`${rule} ${level}`} className={styles.rule}>
              <Badge appearance="tint" color={level === 'error' ? 'danger' : 'warning'}>
                {ruleMessages.levels[level]}
              </Badge>
              {RULE_TEXTS[rule].name}
              <Caption1>{messages.count(violations, images)}</Caption1>
              <PageLink
                to="/images"
                query={`?violations-of=${taskId}&violation-domain=${domain}&violated-rule=${rule}&background=all`}
              >
                {messages.open}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}

function GroupViolations({ task: taskId }: { task: string }) {
  const styles = useStyles();
  return (
    <QueryState
      query={useGroupViolations(taskId)}
      failed={messages.failed}
      isEmpty={(results) => results.length === 0}
      empty={messages.noGroups}
    >
      {(results) => (
        <ul className={styles.list}>
          {results.map(({ rule, level, groups, text }) => (
            <li key={rule} className={styles.rule}>
              <Badge appearance="tint" color={level === 'error' ? 'danger' : 'warning'}>
                {ruleMessages.levels[level]}
              </Badge>
              {text}
              <Caption1>{messages.groupCount(groups)}</Caption1>
              <PageLink to="/groups" query={`?violations-of=${taskId}&violated-rule=${rule}`}>
                {messages.openGroups}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}
