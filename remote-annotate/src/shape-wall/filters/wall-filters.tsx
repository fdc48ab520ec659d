import { useHasService } from '@console/shared-auth';
import { Input, makeStyles, Picker, tokens } from '@console/shared-ui/basics';
import { Select, Switch } from '@console/shared-ui/choices';
import { useMemo } from 'react';
import { FilterChip } from '../../browser/filters/filter-chip';
import { Segmented } from '../../browser/filters/segmented';
import { SimilarChip } from '../../browser/filters/similar-chip';
import { wallMessages } from '../data/wall-messages';
import { WALL_SORTS, type WallFilters as Filters } from '../data/wall-params';
import { useMembers } from '../data/wall.queries';
import { useShapeLabels } from '../data/use-shape-labels';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 0,
  },
  field: { width: '190px', flexGrow: 1, maxWidth: '260px', '@media (max-width: 640px)': { maxWidth: 'none' } },
});

const VERIFIED = (['all', 'yes', 'no'] as const).map((value) => ({ value, text: wallMessages.verified[value] }));

interface WallFiltersProps {
  filters: Filters;
  onChange: (patch: Partial<Filters>) => void;
}

/** The filters and the sort order of the page with a tile for each shape. */
export function WallFilters({ filters, onChange }: WallFiltersProps) {
  const styles = useStyles();
  const labels = useShapeLabels();
  const members = useMembers().data ?? [];
  const hasAnnotation = useHasService('annotate');
  const choices = useMemo(() => labels.data.map(({ id, name, color }) => ({ value: id, label: name, color })), [labels.data]);
  return (
    <fieldset aria-label={wallMessages.filters} className={styles.bar}>
      <div className={styles.field}>
        <Picker
          aria-label={wallMessages.labels}
          multiple
          choices={choices}
          selected={filters.labels}
          onSelect={(ids) => onChange({ labels: ids })}
          placeholder={wallMessages.labels}
          searchPlaceholder={wallMessages.labelSearch}
          empty={
            labels.isError ? wallMessages.labelsFailed : labels.isPending ? wallMessages.loadingLabels : wallMessages.noLabels
          }
          noMatchText={wallMessages.noLabelMatches}
        />
      </div>
      {filters.similar === '' && (
        <Select
          aria-label={wallMessages.sort}
          title={wallMessages.sort}
          value={filters.sort}
          onChange={(_, { value }) => onChange({ sort: value as Filters['sort'] })}
        >
          {WALL_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {wallMessages.sorts[sort]}
            </option>
          ))}
        </Select>
      )}
      <Segmented
        label={wallMessages.verified.label}
        options={VERIFIED}
        value={filters.verified}
        onChange={(verified) => onChange({ verified })}
      />
      {hasAnnotation && (
        <Select
          aria-label={wallMessages.creator}
          title={wallMessages.creator}
          value={filters.creator}
          onChange={(_, { value }) => onChange({ creator: value })}
        >
          <option value="">{wallMessages.anyone}</option>
          {members.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </Select>
      )}
      <Input
        className={styles.field}
        aria-label={wallMessages.search}
        placeholder={wallMessages.search}
        value={filters.search}
        onChange={(_, { value }) => onChange({ search: value })}
      />
      <Switch
        label={wallMessages.suspected}
        checked={filters.suspected}
        onChange={(_, { checked }) => onChange({ suspected: checked })}
      />
      {filters.similar !== '' && (
        <SimilarChip
          kind={filters.similarKind}
          id={filters.similar}
          listed="shape"
          onRemove={() => onChange({ similar: '', similarKind: 'object' })}
        />
      )}
      {filters.violationsOf !== '' && (
        <FilterChip
          text={wallMessages.violations}
          onRemove={() => onChange({ violationsOf: '', violationDomain: 'detection', violatedRule: '' })}
        />
      )}
    </fieldset>
  );
}
