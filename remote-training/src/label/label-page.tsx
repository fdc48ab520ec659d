import { isNotFound } from '@console/shared-auth';
import { CopyButton, EmptyState, ErrorState, Facts, Page, Section, SkeletonRows } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useLabel, useRecognitionLabels } from './label.queries';
import { ValueHistogram } from './value-histogram';

const words = messages.label;
export function LabelPage() {
  const { id = '' } = useParams();
  const label = useLabel(id);
  const labels = useRecognitionLabels();
  const [containing, setContaining] = useState('');
  const others = (labels.data ?? []).filter((other) => other.id !== id);
  return (
    <Page title={label.data?.name ?? words.title}>
      {label.isPending && <SkeletonRows />}
      {label.error &&
        (isNotFound(label.error) ? (
          <EmptyState>{words.notFound}</EmptyState>
        ) : (
          <ErrorState error={label.error} onRetry={() => void label.refetch()} />
        ))}
      {label.data && (
        <>
          <Section title={words.title}>
            <Facts
              values={{
                [messages.columns.name]: label.data.name,
                [messages.columns.type]: label.data.type,
                [messages.columns.id]: (
                  <>
                    {label.data.id} <CopyButton text={label.data.id} what="id" />
                  </>
                ),
              }}
            />
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
