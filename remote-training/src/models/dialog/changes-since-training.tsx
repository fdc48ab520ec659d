import type { DataChanges, ModelDomain } from '@console/shared-contract/api';
import { makeStyles, PageLink, Text, tokens } from '@console/shared-ui/basics';
import { modelsMessages } from './models-messages';
import { useChangesSinceTraining } from '../models.queries';

const changesMessages = modelsMessages.changes;
const CHANGES = ['added', 'changed', 'removed'] as const;
const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}` },
});

interface ChangesSinceTrainingProps {
  domain: ModelDomain;
  task: string;
  /** Id of the dataset version of the last training. */
  training: string;
}

/** Shows how the images and annotations that the next training would use differ from those of the last training. */
export function ChangesSinceTraining({ domain, task: taskId, training: trainingId }: ChangesSinceTrainingProps) {
  const styles = useStyles();
  const { data, error } = useChangesSinceTraining(domain, taskId, trainingId);
  if (!data) return error ? <Text>{changesMessages.failed}</Text> : null;
  const differences = describeChanges(domain, data);
  return (
    <div className={styles.line}>
      <Text>
        {changesMessages.sinceTraining + (differences.length > 0 ? `${differences.join(', ')}.` : changesMessages.none)}
      </Text>
      {data.pictures.added + data.pictures.changed > 0 && (
        <PageLink to="/images" query={`?changed-since-training=${trainingId}`}>
          {changesMessages.show}
        </PageLink>
      )}
      {differences.length > 0 && (
        <PageLink to="/images" query={`?versions=training&since=${trainingId}`}>
          {changesMessages.details}
        </PageLink>
      )}
    </div>
  );
}

/** Lists the changes that occurred: `12 images added`, `3 boxes changed`. */
function describeChanges(domain: ModelDomain, { pictures, labels }: DataChanges): string[] {
  const imageTexts = (['added', 'removed'] as const)
    .filter((change) => pictures[change] > 0)
    .map((change) => `${changesMessages.images(pictures[change])} ${changesMessages.changes[change]}`);
  const annotationTexts = CHANGES.flatMap((change) => {
    const count = labels.reduce((sum, label) => sum + label[change], 0);
    return count > 0 ? [`${changesMessages.annotations[domain](count)} ${changesMessages.changes[change]}`] : [];
  });
  return [...imageTexts, ...annotationTexts];
}
