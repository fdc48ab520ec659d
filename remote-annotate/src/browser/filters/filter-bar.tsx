import { useHasService, useWorkspace } from '@console/shared-auth';
import { FILTERED_SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import { Button, CloseIcon, FilterIcon, Input, makeStyles, mergeClasses, SearchBox, tokens } from '@console/shared-ui/basics';
import { Select, Switch } from '@console/shared-ui/choices';
import { useId, useMemo, useState, type Ref } from 'react';
import { browserMessages } from '../data/browser-messages';
import { useLabelChoices, type LabelChoices } from '../data/browser.queries';
import {
  countFoldedFilters,
  hasActiveFilters,
  getEffectiveSort,
  getSortOptions,
  isShapeKindAvailable,
  type BrowserFilters,
} from '../data/filters';
import { AttributeFilter } from './attribute-filter';
import { ChangeChips } from './change-chips';
import { FilterChip } from './filter-chip';
import { LabelFilter } from './label-filter';
import { PredictionChips, PredictionFilter } from './prediction-filter';
import { Segmented } from './segmented';
import { SimilarChip } from './similar-chip';
import { ViolationChip } from './violation-chip';

const PHONE = '@media (max-width: 640px)';

const useStyles = makeStyles({
  bars: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0, margin: 0, padding: 0, border: 0 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  search: {
    flexGrow: 1,
    flexBasis: '200px',
    maxWidth: '210px',
    [PHONE]: { flexBasis: '100%', maxWidth: 'none' },
  },
  day: { width: '160px' },
  sort: { marginInlineStart: 'auto', [PHONE]: { marginInlineStart: 0 } },
  end: { marginInlineStart: 'auto' },
  // Unfolded filters fill a phone's window, so that no image is visible.
  toggle: { display: 'none', alignSelf: 'flex-start', [PHONE]: { display: 'inline-flex' } },
  fields: { display: 'contents' },
  folded: { [PHONE]: { display: 'none' } },
});

export interface FilterBarProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
  onClear: () => void;
  search: Ref<HTMLInputElement>;
}
/** Creates the options of a segmented control from its messages, in this order. */
const toOptions = <Value extends string>(texts: Readonly<Record<Value, string>>, ...values: readonly Value[]) =>
  values.map((value) => ({ value, text: texts[value] }));
const ENTITIES = toOptions(browserMessages.entity, 'images', 'objects');
const VERIFIED = toOptions(browserMessages.verified, 'all', 'yes', 'no');
const GROUPINGS = toOptions(browserMessages.grouping, 'any', 'in', 'not');
const BACKGROUNDS = toOptions(browserMessages.background, 'product', 'real', 'all');

/** Selects the detection labels whose shapes can be skeletons. */
const selectSkeletonLabels = ({ data, isPending, isError }: LabelChoices): LabelChoices => ({
  isPending,
  isError,
  data: data?.filter(({ points }) => points.length > 0),
});

/** The filters of the list. Filters that need a service which the workspace does not have are hidden. */
export function FilterBar({ filters, onChange, onClear, search }: FilterBarProps) {
  const styles = useStyles();
  const segmentsId = useId();
  const fieldsId = useId();
  // Narrow windows only.
  const [isFolded, setFolded] = useState(true);
  const { workspace } = useWorkspace();
  const hasRecognition = useHasService('recognition');
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation') && (filters.entity === 'images' || !hasDetection);
  const hasSimilarity = useHasService('custom-similarity');
  const detectionLabels = useLabelChoices('detection', hasDetection);
  const skeletonLabels = selectSkeletonLabels(detectionLabels);
  const polygonLabels = useLabelChoices('segmentation', hasSegmentation);
  const labelFilters = [
    { name: 'labels', text: browserMessages.labels, labels: useLabelChoices('recognition', hasRecognition) },
    { name: 'detectionLabels', text: browserMessages.detectionLabels, labels: detectionLabels },
    { name: 'polygonLabels', text: browserMessages.polygonLabels, labels: polygonLabels },
    { name: 'skeletonLabels', text: browserMessages.skeletonLabels, labels: skeletonLabels },
  ] as const;
  // Hide this filter in workspaces without skeletons. Most workspaces have none.
  const hasSkeletons =
    hasDetection && filters.entity === 'images' && (filters.skeletonLabels.length > 0 || (skeletonLabels.data ?? []).length > 0);
  const shapeKinds = useMemo(
    () =>
      FILTERED_SHAPE_KINDS.filter((kind) =>
        isShapeKindAvailable(kind, { detection: hasDetection, segmentation: hasSegmentation }),
      ).map((kind) => ({ id: kind, name: browserMessages.shapeKind(kind), color: null })),
    [hasDetection, hasSegmentation],
  );
  const isVisible = {
    labels: hasRecognition,
    detectionLabels: hasDetection,
    polygonLabels: hasSegmentation,
    skeletonLabels: hasSkeletons,
  };
  return (
    <fieldset aria-label={browserMessages.filters} className={styles.bars}>
      <Button
        className={styles.toggle}
        icon={<FilterIcon />}
        aria-expanded={!isFolded}
        aria-controls={`${segmentsId} ${fieldsId}`}
        onClick={() => setFolded(!isFolded)}
      >
        {browserMessages.filterToggle(countFoldedFilters(filters))}
      </Button>
      <div id={segmentsId} className={mergeClasses(styles.bar, isFolded && styles.folded)}>
        {hasDetection && (
          <Segmented
            label={browserMessages.entity.label}
            options={ENTITIES}
            value={filters.entity}
            onChange={(entity) => onChange({ entity })}
          />
        )}
        <Segmented
          label={browserMessages.verified.label}
          options={VERIFIED}
          value={filters.verified}
          onChange={(verified) => onChange({ verified })}
        />
        {hasSimilarity && (
          <Segmented
            label={browserMessages.grouping.label}
            options={GROUPINGS}
            value={filters.grouping}
            onChange={(grouping) => onChange({ grouping })}
          />
        )}
        <Segmented
          label={browserMessages.background.label}
          options={BACKGROUNDS}
          value={filters.background}
          onChange={(background) => onChange({ background })}
        />
        {filters.similarTo === '' && (
          <Select
            className={styles.sort}
            aria-label={browserMessages.sort.label}
            title={browserMessages.sort.label}
            value={getEffectiveSort(filters)}
            onChange={(_, data) => onChange({ sort: data.value as BrowserFilters['sort'] })}
          >
            {getSortOptions(filters).map((sort) => (
              <option key={sort} value={sort}>
                {browserMessages.sort[sort]}
              </option>
            ))}
          </Select>
        )}
      </div>
      {filters.similarTo !== '' && (
        <div className={styles.bar}>
          <SimilarChip
            kind={filters.similarKind}
            id={filters.similarTo}
            onRemove={() => onChange({ similarTo: '', similarKind: 'image' })}
          />
        </div>
      )}
      <div className={styles.bar}>
        <SearchBox
          ref={search}
          className={styles.search}
          aria-label={browserMessages.search}
          placeholder={browserMessages.search}
          value={filters.search}
          onChange={(_, data) => onChange({ search: data.value })}
        />
        <div id={fieldsId} className={mergeClasses(styles.fields, isFolded && styles.folded)}>
          {filters.entity === 'images' && (
            <LabelFilter
              label={browserMessages.shapeKinds}
              labels={{ data: shapeKinds, isPending: false, isError: false }}
              noMatchText={browserMessages.noShapeKindMatches}
              selected={filters.shapeKinds}
              onChange={(kinds) =>
                onChange({
                  shapeKinds: FILTERED_SHAPE_KINDS.filter((kind) => kinds.some((selectedKind) => selectedKind === kind)),
                })
              }
            />
          )}
          {labelFilters.map(
            ({ name, text, labels }) =>
              isVisible[name] && (
                <LabelFilter
                  key={name}
                  label={text}
                  labels={labels}
                  selected={filters[name]}
                  onChange={(ids) => onChange({ [name]: ids })}
                />
              ),
          )}
          {(hasDetection || hasSegmentation) && (
            <AttributeFilter
              filters={filters}
              onChange={onChange}
              labels={{ detection: detectionLabels.data, segmentation: polygonLabels.data }}
            />
          )}
          <PredictionFilter filters={filters} onChange={onChange} />
          <Input
            className={styles.day}
            type="date"
            aria-label={browserMessages.day}
            title={browserMessages.day}
            value={filters.day}
            onChange={(_, data) => onChange({ day: data.value })}
            contentAfter={
              filters.day ? (
                <Button
                  size="small"
                  appearance="transparent"
                  icon={<CloseIcon />}
                  aria-label={browserMessages.clearDay}
                  onClick={() => onChange({ day: '' })}
                />
              ) : undefined
            }
          />
          {filters.entity === 'objects' && (
            <Switch
              label={browserMessages.shapeKind('rotated_box')}
              checked={filters.shapeKinds.length > 0}
              onChange={(_, data) => onChange({ shapeKinds: data.checked ? ['rotated_box'] : [] })}
            />
          )}
          {filters.entity === 'images' && (
            <Switch
              label={browserMessages.nothing}
              checked={filters.nothingToAnnotate}
              onChange={(_, data) => onChange({ nothingToAnnotate: data.checked })}
            />
          )}
          {filters.entity === 'images' && (
            <Switch
              label={browserMessages.unreviewed}
              checked={filters.unreviewed}
              onChange={(_, data) => onChange({ unreviewed: data.checked })}
            />
          )}
          <Switch label={browserMessages.test} checked={filters.test} onChange={(_, data) => onChange({ test: data.checked })} />
          <Switch
            label={browserMessages.blur}
            checked={filters.blur ?? workspace?.blur_images ?? false}
            onChange={(_, data) => onChange({ blur: data.checked })}
          />
        </div>
        {hasActiveFilters(filters) && (
          <Button appearance="subtle" icon={<CloseIcon />} className={styles.end} onClick={onClear}>
            {browserMessages.clearFilters}
          </Button>
        )}
      </div>
      <PredictionChips filters={filters} onChange={onChange} />
      <ChangeChips filters={filters} onChange={onChange} />
      {filters.area !== '' && (
        <div>
          <FilterChip text={browserMessages.area} onRemove={() => onChange({ area: '' })} />
        </div>
      )}
      <ViolationChip filters={filters} onChange={onChange} />
    </fieldset>
  );
}
