import type { ModelDomain } from '@console/shared-contract/api';
import { makeStyles, PageLink, Subsection, tokens } from '@console/shared-ui/basics';
import { useEffort } from '../models.queries';
import { modelsMessages } from './models-messages';

const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** Shows what users did with the annotations that each model created. Hidden until a model has created annotations. */
export function EffortPanel({ domain, task: taskId }: { domain: ModelDomain; task: string }) {
  const styles = useStyles();
  const { data: models } = useEffort(domain, taskId);
  if (!models?.length) return null;
  return (
    <Subsection title={modelsMessages.effort.title}>
      <p className={styles.hint}>{modelsMessages.effort.hint}</p>
      <ul className={styles.list} aria-label={modelsMessages.effort.title}>
        {models.map((effort) => (
          <li key={effort.model}>
            {modelsMessages.effort.counts(effort)}
            {effort.acceptance && (
              <>
                <br />
                {modelsMessages.effort.accepted(effort.acceptance)}{' '}
                <PageLink to="/jobs" query={`?job=${effort.acceptance.job}`}>
                  {modelsMessages.effort.audit}
                </PageLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </Subsection>
  );
}
