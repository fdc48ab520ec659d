import type { PredictionRun } from '@console/shared-contract/api';
import { Input, makeStyles, Picker, tokens } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { refreshPredictionRuns, usePredictionRuns } from '../data/prediction-runs.queries';
import { browserMessages } from '../data/browser-messages';
import type { BrowserFilters } from '../data/filters';
import { FilterChip } from './filter-chip';

const texts = browserMessages.predictions;
const useStyles = makeStyles({
  picker: { width: '210px', '@media (max-width: 640px)': { width: '100%' } },
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  minimum: { width: '250px' },
});

interface PredictionFilterProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
}

const NO_PREDICTION_FILTER = {
  suspectsOf: '',
  certainty: null,
  predictedBy: '',
  uncertainty: 0,
  sort: 'name',
} satisfies Partial<BrowserFilters>;
const SUSPECTS_PREFIX = 'suspects ';
const UNCERTAIN_PREFIX = 'uncertain ';

/** Picker for the prediction runs of the workspace. Renders nothing if there are none. */
export function PredictionFilter({ filters, onChange }: PredictionFilterProps) {
  const styles = useStyles();
  const runs = usePredictionRuns();
  const choices = useMemo(
    () =>
      (runs ?? []).flatMap(({ id, domain, task_name, suspects, images }) => [
        { value: SUSPECTS_PREFIX + id, label: texts.suspectsOf(task_name), detail: texts.suspectedImages(domain, suspects) },
        { value: UNCERTAIN_PREFIX + id, label: texts.uncertainFor(task_name), detail: texts.predictedImages(domain, images) },
      ]),
    [runs],
  );
  if (choices.length === 0 || filters.entity !== 'images') return null;
  return (
    <div className={styles.picker}>
      <Picker
        aria-label={texts.label}
        placeholder={texts.label}
        choices={choices}
        selected={[]}
        onOpen={refreshPredictionRuns}
        onSelect={([value = '']) => {
          if (value.startsWith(SUSPECTS_PREFIX))
            onChange({ ...NO_PREDICTION_FILTER, suspectsOf: value.slice(SUSPECTS_PREFIX.length), sort: 'surest' });
          else onChange({ ...NO_PREDICTION_FILTER, predictedBy: value.slice(UNCERTAIN_PREFIX.length), sort: 'uncertain' });
        }}
      />
    </div>
  );
}

/** The active prediction filters, each with a button to remove it. */
export function PredictionChips({ filters, onChange }: PredictionFilterProps) {
  const styles = useStyles();
  const runs = usePredictionRuns();
  const { suspectsOf, predictedBy } = filters;
  if (suspectsOf === '' && predictedBy === '') return null;
  const renderChip = (text: string, patch: Partial<BrowserFilters>) => (
    <FilterChip text={text} onRemove={() => onChange({ ...patch, sort: 'name' })} />
  );
  return (
    <div className={styles.chips}>
      {suspectsOf !== '' && renderChip(texts.suspectsOf(getTaskName(runs, suspectsOf)), { suspectsOf: '', certainty: null })}
      {suspectsOf !== '' && (
        <PercentInput label={texts.minCertainty} value={filters.certainty} onChange={(certainty) => onChange({ certainty })} />
      )}
      {predictedBy !== '' && renderChip(texts.uncertainFor(getTaskName(runs, predictedBy)), { predictedBy: '', uncertainty: 0 })}
      {predictedBy !== '' && (
        <PercentInput
          label={texts.minUncertainty}
          value={filters.uncertainty}
          onChange={(uncertainty) => onChange({ uncertainty: uncertainty ?? 0 })}
        />
      )}
    </div>
  );
}

interface PercentInputProps {
  label: string;
  /** Null for the default of the server. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/** An input for a minimum from 0 to 100 percent. */
function PercentInput({ label, value, onChange }: PercentInputProps) {
  const styles = useStyles();
  return (
    <Input
      aria-label={label}
      contentBefore={label}
      className={styles.minimum}
      size="small"
      type="number"
      min={0}
      max={100}
      step={5}
      value={value === null ? '' : String(value)}
      placeholder={texts.defaultMinimum}
      contentAfter="%"
      onChange={(_, { value: text }) => {
        const percent = Number(text);
        if (percent >= 0 && percent <= 100) onChange(text === '' ? null : percent);
      }}
    />
  );
}

function getTaskName(runs: readonly PredictionRun[] | null | undefined, id: string): string {
  return runs?.find((run) => run.id === id)?.task_name ?? texts.deletedTask;
}
