import { useHasService, useWorkspace } from '@console/shared-auth';
import { Button, CloseIcon, Input, makeStyles, SearchBox, tokens } from '@console/shared-ui/basics';
import { Select, Switch } from '@console/shared-ui/choices';
import type { Ref } from 'react';
import { messages } from '../messages';
import { useDetectionLabels, useRecognitionLabels, useSegmentationLabels } from './browser.queries';
import { hasActiveFilters, getSort, getSorts, type BrowserFilters } from './filters';
import { LabelFilter } from './label-filter';
import { PredictionChips, PredictionFilter } from './prediction-filter';
import { Segmented } from './segmented';
import { SimilarChip } from './similar-chip';

const useStyles = makeStyles({
  bars: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0, margin: 0, padding: 0, border: 0 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  search: { width: '210px', '@media (max-width: 640px)': { width: '100%', maxWidth: 'none' } },
  day: { width: '160px' },
  sort: { marginInlineStart: 'auto', '@media (max-width: 640px)': { marginInlineStart: 0 } },
  end: { marginInlineStart: 'auto' },
});

export interface FilterBarProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
  onClear: () => void;
  /** Ref of the search field. */
  search: Ref<HTMLInputElement>;
}

const { browser } = messages;
const ENTITIES = [
  { value: 'images', text: browser.entity.images },
  { value: 'objects', text: browser.entity.objects },
] as const;
const VERIFIED = [
  { value: 'all', text: browser.verified.all },
  { value: 'yes', text: browser.verified.yes },
  { value: 'no', text: browser.verified.no },
] as const;
const GROUPINGS = [
  { value: 'any', text: browser.grouping.any },
  { value: 'in', text: browser.grouping.in },
  { value: 'not', text: browser.grouping.not },
] as const;
const BACKGROUNDS = [
  { value: 'product', text: browser.background.product },
  { value: 'real', text: browser.background.real },
  { value: 'all', text: browser.background.all },
] as const;

/** Both filter bars. Filters of services missing from the workspace are hidden. */
export function FilterBar({ filters, onChange, onClear, search }: FilterBarProps) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const hasRecognition = useHasService('recognition');
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation') && (filters.entity === 'images' || !hasDetection);
  const hasSimilarity = useHasService('custom-similarity');
  const recognitionLabels = useRecognitionLabels(hasRecognition);
  const detectionLabels = useDetectionLabels(hasDetection);
  const segmentationLabels = useSegmentationLabels(hasSegmentation);
  return (
    <fieldset aria-label={browser.filters} className={styles.bars}>
      <div className={styles.bar}>
        {hasDetection && (
          <Segmented
            label={browser.entity.label}
            options={ENTITIES}
            value={filters.entity}
            onChange={(entity) => onChange({ entity })}
          />
        )}
        <Segmented
          label={browser.verified.label}
          options={VERIFIED}
          value={filters.verified}
          onChange={(verified) => onChange({ verified })}
        />
        {hasSimilarity && (
          <Segmented
            label={browser.grouping.label}
            options={GROUPINGS}
            value={filters.grouping}
            onChange={(grouping) => onChange({ grouping })}
          />
        )}
        <Segmented
          label={browser.background.label}
          options={BACKGROUNDS}
          value={filters.background}
          onChange={(background) => onChange({ background })}
        />
        {filters.similarTo === '' && (
          <Select
            className={styles.sort}
            aria-label={browser.sort.label}
            title={browser.sort.label}
            value={getSort(filters)}
            onChange={(_, data) => onChange({ sort: data.value as BrowserFilters['sort'] })}
          >
            {getSorts(filters).map((sort) => (
              <option key={sort} value={sort}>
                {browser.sort[sort]}
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
          aria-label={browser.search}
          placeholder={browser.search}
          value={filters.search}
          onChange={(_, data) => onChange({ search: data.value })}
        />
        {hasRecognition && (
          <LabelFilter
            label={browser.labels}
            labels={recognitionLabels}
            selected={filters.labels}
            onChange={(labels) => onChange({ labels })}
          />
        )}
        {hasDetection && (
          <LabelFilter
            label={browser.detectionLabels}
            labels={detectionLabels}
            selected={filters.detectionLabels}
            onChange={(labels) => onChange({ detectionLabels: labels })}
          />
        )}
        {hasSegmentation && (
          <LabelFilter
            label={browser.polygonLabels}
            labels={segmentationLabels}
            selected={filters.polygonLabels}
            onChange={(polygonLabels) => onChange({ polygonLabels })}
          />
        )}
        <PredictionFilter filters={filters} onChange={onChange} />
        <Input
          className={styles.day}
          type="date"
          aria-label={browser.day}
          title={browser.day}
          value={filters.day}
          onChange={(_, data) => onChange({ day: data.value })}
          contentAfter={
            filters.day ? (
              <Button
                size="small"
                appearance="transparent"
                icon={<CloseIcon />}
                aria-label={browser.clearDay}
                onClick={() => onChange({ day: '' })}
              />
            ) : undefined
          }
        />
        {hasSegmentation && (
          <Switch
            label={browser.polygons}
            checked={filters.polygons}
            onChange={(_, data) => onChange({ polygons: data.checked })}
          />
        )}
        <Switch label={browser.test} checked={filters.test} onChange={(_, data) => onChange({ test: data.checked })} />
        <Switch
          label={browser.blur}
          checked={filters.blur ?? workspace?.blur_images ?? false}
          onChange={(_, data) => onChange({ blur: data.checked })}
        />
        {hasActiveFilters(filters) && (
          <Button appearance="subtle" icon={<CloseIcon />} className={styles.end} onClick={onClear}>
            {browser.clearFilters}
          </Button>
        )}
      </div>
      <PredictionChips filters={filters} onChange={onChange} />
    </fieldset>
  );
}
