import type { LabelVote } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { adjudicationMessages } from './adjudication-messages';
import type { LabelChoice } from './choices';

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column' },
  title: { fontWeight: tokens.fontWeightSemibold },
});

interface ImageLabelsProps {
  labels: readonly LabelVote[];
  choices: readonly (LabelChoice | null)[];
  /** Names of the users by id. */
  names: ReadonlyMap<string, string>;
  onChange: (index: number, isKept: boolean) => void;
}

/** The labels of the image that at least one user has set. A tie is neither checked nor unchecked until the reviewer decides. */
export function ImageLabels({ labels, choices, names, onChange }: ImageLabelsProps) {
  const styles = useStyles();
  if (labels.length === 0) return null;
  return (
    <div role="group" aria-label={adjudicationMessages.imageLabels} className={styles.group}>
      <span className={styles.title}>{adjudicationMessages.imageLabels}</span>
      {labels.map(({ label, name, users }, index) => (
        <Checkbox
          key={label}
          label={adjudicationMessages.labelOf(
            [name ?? adjudicationMessages.deletedLabel, choices[index]?.value ?? null].filter((part) => part !== null).join(': '),
            users.map((id) => names.get(id) ?? ''),
          )}
          disabled={name === null}
          checked={choices[index]?.isKept ?? 'mixed'}
          onChange={(_, { checked }) => onChange(index, checked !== false)}
        />
      ))}
    </div>
  );
}
