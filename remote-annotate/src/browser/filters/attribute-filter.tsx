import { SHAPE_FLAGS, type AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { Input } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useMemo } from 'react';
import { browserMessages } from '../data/browser-messages';
import type { LabelChoice } from '../data/browser.queries';
import type { LabelAttribute } from '../data/filter-url-params';
import type { BrowserFilters } from '../data/filters';
import { LabelFilter } from './label-filter';

const texts = browserMessages.attribute;
const POINT_STATES = ['', 'visible', 'occluded', 'absent'] as const;

interface AttributeFilterProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
  /** The labels of detection and segmentation. Undefined while they load, and if the workspace does not have the service. */
  labels: Record<LabelAttribute['domain'], readonly LabelChoice[] | undefined>;
}

interface AttributeOption {
  id: string;
  name: string;
  color: string | null;
  attribute: LabelAttribute;
  definition?: AttributeDefinition;
}

/** Filters by a flag, by an attribute of a label, or by a point of its skeletons. A second picker selects the value. */
export function AttributeFilter({ filters, onChange, labels }: AttributeFilterProps) {
  const { attribute: flag, labelAttribute, entity } = filters;
  const { detection, segmentation } = labels;
  const options = useMemo(
    () => [
      ...(detection ?? []).flatMap((label) => listOptions('detection', label, entity === 'images')),
      ...(segmentation ?? []).flatMap((label) => listOptions('segmentation', label, false)),
    ],
    [detection, segmentation, entity],
  );
  const selectedId = labelAttribute ? toOptionId(labelAttribute) : flag;
  const selectedOption = options.find(({ id }) => id === selectedId);
  const choices = [
    ...SHAPE_FLAGS.map((flag) => ({ id: flag, name: texts[flag], color: null })),
    ...options,
    // Also offer the selected attribute if it was deleted or is not loaded yet.
    ...(labelAttribute && !selectedOption ? [{ id: selectedId, name: labelAttribute.name, color: null }] : []),
  ];
  return (
    <>
      <LabelFilter
        isSingle
        label={texts.label}
        labels={{ data: choices, isPending: false, isError: false }}
        noMatchText={texts.noMatch}
        selected={selectedId === '' ? [] : [selectedId]}
        onChange={([id]) =>
          onChange({
            attribute: SHAPE_FLAGS.find((flag) => flag === id) ?? '',
            labelAttribute: options.find((option) => option.id === id)?.attribute ?? null,
          })
        }
      />
      {labelAttribute && (
        <ValueControl
          attribute={labelAttribute}
          definition={selectedOption?.definition}
          onChange={(value) => onChange({ labelAttribute: { ...labelAttribute, value } })}
        />
      )}
    </>
  );
}

function listOptions(domain: LabelAttribute['domain'], label: LabelChoice, hasPoints: boolean): AttributeOption[] {
  const createOption = (
    attribute: Pick<LabelAttribute, 'type' | 'name' | 'value'>,
    definition?: AttributeDefinition,
  ): AttributeOption => {
    const newAttribute = { domain, label: label.id, ...attribute };
    const name = (attribute.type === 'point' ? texts.point : texts.attribute)(label.name, attribute.name);
    return { id: toOptionId(newAttribute), name, color: label.color, attribute: newAttribute, ...(definition && { definition }) };
  };
  return [
    ...label.attributes.map((definition) =>
      createOption({ type: 'attribute', name: definition.name, value: definition.type === 'checkbox' ? 'true' : '' }, definition),
    ),
    ...(hasPoints ? label.points : []).map((name) => createOption({ type: 'point', name, value: '' })),
  ];
}

const toOptionId = ({ label, type, name }: LabelAttribute) => `${label} ${type} ${name}`;

interface ValueControlProps {
  attribute: LabelAttribute;
  /** Undefined for a point of a skeleton, and for an attribute that the label no longer has. */
  definition: AttributeDefinition | undefined;
  onChange: (value: string) => void;
}

function ValueControl({ attribute: { type, name, value }, definition, onChange }: ValueControlProps) {
  const options =
    type === 'point' ? POINT_STATES.map((state) => ({ value: state, text: texts.states[state] })) : listValues(definition);
  if (options)
    return (
      <Select aria-label={texts.value(name)} value={value} onChange={(_, data) => onChange(data.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    );
  return (
    <Input
      aria-label={texts.value(name)}
      placeholder={texts.anyValue}
      type={definition?.type === 'number' ? 'number' : 'text'}
      value={value}
      onChange={(_, data) => onChange(data.value)}
    />
  );
}

function listValues(definition: AttributeDefinition | undefined) {
  if (definition?.type === 'checkbox')
    return [
      { value: 'true', text: texts.yes },
      { value: 'false', text: texts.no },
    ];
  if (definition?.type !== 'choice') return null;
  return [{ value: '', text: texts.anyValue }, ...(definition.choices ?? []).map((choice) => ({ value: choice, text: choice }))];
}
