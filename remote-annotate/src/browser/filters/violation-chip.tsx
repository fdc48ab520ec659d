import { browserMessages } from '../data/browser-messages';
import type { BrowserFilters } from '../data/filters';
import { FilterChip } from './filter-chip';

const texts = browserMessages.violations;

interface ViolationChipProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
}

/**
 * The active filter by violated quality rules, with a button that removes it. The quality check of a task links to lists with this filter.
 */
export function ViolationChip({ filters: { violationsOf, violatedRule }, onChange }: ViolationChipProps) {
  if (violationsOf === '') return null;
  return (
    <div>
      <FilterChip
        text={violatedRule === '' ? texts.all : texts.violatedRule(texts[violatedRule])}
        onRemove={() => onChange({ violationsOf: '', violationDomain: 'detection', violatedRule: '' })}
      />
    </div>
  );
}
