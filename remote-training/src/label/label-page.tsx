import { Facts, Field, PageLink, Picker, Section, HistoryLink } from '@console/shared-ui/basics';
import { CopyableId, EntityPage } from '@console/shared-ui/details';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { labelMessages } from './label-messages';
import { keyMessages } from '../label-key/key-messages';
import { messages } from '../messages';
import { recognitionMessages } from '../recognition/recognition-messages';
import { useLabel, useRecognitionLabels } from './label.queries';
import { ImageList, useImageList } from '../images';
import { ValueHistogram } from './value-histogram';

const urlParams = defineUrlParams({ containing: param.ids(), page: param.page() });

export function LabelPage() {
  const { id = '' } = useParams();
  const label = useLabel(id);
  const labels = useRecognitionLabels();
  const params = useUrlParams(urlParams);
  const { values, set } = params;
  const images = useImageList(id, params, ({ containing }) => ({ all_labels: [id, ...containing] }));
  const choices = useMemo(
    () =>
      (labels.data ?? [])
        .filter((candidate) => candidate.id !== id)
        .map((otherLabel) => ({ value: otherLabel.id, label: otherLabel.name, color: otherLabel.color })),
    [labels.data, id],
  );
  return (
    <EntityPage
      query={label}
      title={labelMessages.title}
      describe={({ name }) => ({ title: name })}
      notFound={labelMessages.notFound}
    >
      {(row) => (
        <>
          <Section
            title={labelMessages.title}
            actions={<HistoryLink subject={{ kind: 'recognition_label', id: row.id, name: row.name }} />}
          >
            <Facts
              values={{
                [messages.columns.name]: row.name,
                [messages.columns.type]: recognitionMessages.labelTypes[row.type],
                [keyMessages.key]: row.key?.toUpperCase() ?? keyMessages.none,
                [messages.columns.id]: <CopyableId id={row.id} />,
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
              onSelect={(containing) => set({ containing })}
              placeholder={labelMessages.any}
            />
          </Field>
          {row.type === 'value' && <ValueHistogram label={row} containing={values.containing} />}
          <Section title={labelMessages.imageList} count={images.total}>
            <ImageList
              label={labelMessages.imageList}
              list={images}
              empty={values.containing.length > 0 ? labelMessages.noImagesWithAll : labelMessages.noImages}
            />
          </Section>
        </>
      )}
    </EntityPage>
  );
}
