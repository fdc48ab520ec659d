import { CopyButton, Facts, Field, Page, PageLink, Picker, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { labelMessages } from './label-messages';
import { messages } from '../messages';
import { recognitionMessages } from '../recognition/recognition-messages';
import { useLabel, useRecognitionLabels } from './label.queries';
import { ImageList, useImagePage } from '../images';
import { ValueHistogram } from './value-histogram';

const urlParams = defineUrlParams({ containing: param.ids(), page: param.page() });

export function LabelPage() {
  const { id = '' } = useParams();
  const label = useLabel(id);
  const labels = useRecognitionLabels();
  const { values, set } = useUrlParams(urlParams);
  const images = useImagePage({ all_labels: [id, ...values.containing] }, values.page);
  const choices = useMemo(
    () =>
      (labels.data ?? [])
        .filter((other) => other.id !== id)
        .map((other) => ({ value: other.id, label: other.name, color: other.color })),
    [labels.data, id],
  );
  return (
    <Page title={label.data?.name ?? labelMessages.title}>
      <QueryState query={label} notFound={labelMessages.notFound}>
        {(row) => (
          <>
            <Section title={labelMessages.title}>
              <Facts
                values={{
                  [messages.columns.name]: row.name,
                  [messages.columns.type]: recognitionMessages.labelTypes[row.type],
                  [messages.columns.id]: (
                    <>
                      {row.id} <CopyButton text={row.id} what="id" />
                    </>
                  ),
                  [messages.columns.images]: row.images_count.toLocaleString('en'),
                  [messages.columns.objects]: row.objects_count.toLocaleString('en'),
                }}
              />
              <PageLink to="/images" query={`?labels=${row.id}&background=all`}>
                {labelMessages.openImages}
              </PageLink>
              {row.objects_count > 0 && (
                <PageLink to="/images" query={`?show=objects&labels=${row.id}&background=all`}>
                  {labelMessages.openObjects}
                </PageLink>
              )}
            </Section>
            <Field label={labelMessages.imageContains} hint={labelMessages.imageContainsHint} style={{ maxWidth: 480 }}>
              <Picker
                multiple
                choices={choices}
                selected={values.containing}
                onSelect={(containing) => set({ containing, page: 1 })}
                placeholder={labelMessages.any}
              />
            </Field>
            {row.type === 'value' && <ValueHistogram label={row} containing={values.containing} />}
            <Section title={labelMessages.imageList} count={images.data?.count}>
              <ImageList
                label={labelMessages.imageList}
                query={images}
                page={values.page}
                onPageChange={(page) => set({ page })}
                empty={values.containing.length > 0 ? labelMessages.noImagesWithAll : labelMessages.noImages}
              />
            </Section>
          </>
        )}
      </QueryState>
    </Page>
  );
}
