import { CopyButton, Facts, Page, Section } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { defineAddress, param, QueryState, useAddress } from '@console/shared-ui/pages';
import { useParams } from 'react-router-dom';
import { messages } from '../messages';
import { useLabel, useRecognitionLabels } from './label.queries';
import { ValueHistogram } from './value-histogram';

const words = messages.label;
const histogramInAddress = defineAddress({ containing: param.id() });

export function LabelPage() {
  const { id = '' } = useParams();
  const label = useLabel(id);
  const labels = useRecognitionLabels();
  const { values, set } = useAddress(histogramInAddress);
  const others = (labels.data ?? []).filter((other) => other.id !== id);
  return (
    <Page title={label.data?.name ?? words.title}>
      <QueryState query={label} notFound={words.notFound}>
        {(row) => (
          <>
            <Section title={words.title}>
              <Facts
                values={{
                  [messages.columns.name]: row.name,
                  [messages.columns.type]: row.type,
                  [messages.columns.id]: (
                    <>
                      {row.id} <CopyButton text={row.id} what="id" />
                    </>
                  ),
                }}
              />
            </Section>
            {row.type === 'value' && (
              <>
                <SelectField
                  label={words.imageContains}
                  value={values.containing}
                  onChange={(containing) => set({ containing })}
                  placeholder={words.any}
                  choices={others.map((other) => ({ value: other.id, label: other.name }))}
                />
                <ValueHistogram label={row} containing={values.containing || null} />
              </>
            )}
          </>
        )}
      </QueryState>
    </Page>
  );
}
