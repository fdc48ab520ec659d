import { makeStyles, tokens } from '@console/shared-ui/basics';
import { browserMessages } from '../data/browser-messages';
import type { BrowserFilters } from '../data/filters';
import { FilterChip } from './filter-chip';

const texts = browserMessages.changed;
const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface ChangeChipsProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
}

/**
 * The active filters by date of change, each with a button that removes the filter. The comparison of dataset versions links to lists with
 * these filters.
 */
export function ChangeChips({ filters: { changedFrom, changedTo, changedSinceTraining }, onChange }: ChangeChipsProps) {
  const styles = useStyles();
  if (changedFrom === '' && changedSinceTraining === '') return null;
  const period = changedTo === '' ? texts.changedSince(changedFrom) : texts.between(changedFrom, changedTo);
  return (
    <div className={styles.chips}>
      {changedFrom !== '' && <FilterChip text={period} onRemove={() => onChange({ changedFrom: '', changedTo: '' })} />}
      {changedSinceTraining !== '' && (
        <FilterChip text={texts.sinceTraining} onRemove={() => onChange({ changedSinceTraining: '' })} />
      )}
    </div>
  );
}
