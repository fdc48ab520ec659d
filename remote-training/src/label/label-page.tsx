import { ApiError } from '@console/shared-auth';
import {
  CopyButton,
  EmptyState,
  ErrorState,
  makeStyles,
  Page,
  Section,
  SelectField,
  SkeletonRows,
  tokens,
} from '@console/shared-ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useLabel, useRecognitionLabels } from './label.queries';
import { ValueHistogram } from './value-histogram';

const words = messages.label;
const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    alignItems: 'center',
    margin: 0,
  },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
});

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);

export function LabelPage() {
  const { id = '' } = useParams();
  const styles = useStyles();
  const label = useLabel(id);
  const labels = useRecognitionLabels();
  const [containing, setContaining] = useState('');
  const others = (labels.data ?? []).filter((other) => other.id !== id);
  return (
    <Page title={label.data?.name ?? words.title}>
      {label.isPending && <SkeletonRows />}
      {label.error &&
        (isMissing(label.error) ? (
          <EmptyState>{words.notFound}</EmptyState>
        ) : (
          <ErrorState error={label.error} onRetry={() => void label.refetch()} />
        ))}
      {label.data && (
        <>
          <Section title={words.title}>
            <dl className={styles.facts}>
              <dt className={styles.term}>{messages.columns.name}</dt>
              <dd className={styles.value}>{label.data.name}</dd>
              <dt className={styles.term}>{messages.columns.type}</dt>
              <dd className={styles.value}>{label.data.type}</dd>
              <dt className={styles.term}>{messages.columns.id}</dt>
              <dd className={styles.value}>
                {label.data.id} <CopyButton text={label.data.id} what="id" />
              </dd>
            </dl>
          </Section>
          {label.data.type === 'value' && (
            <>
              <SelectField
                label={words.imageContains}
                value={containing}
                onChange={setContaining}
                placeholder={words.any}
                choices={others.map((other) => ({ value: other.id, label: other.name }))}
              />
              <ValueHistogram label={label.data} containing={containing || null} />
            </>
          )}
        </>
      )}
    </Page>
  );
}
