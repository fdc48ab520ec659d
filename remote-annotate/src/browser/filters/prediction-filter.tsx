import type { PredictionRun } from '@console/shared-contract/api';
import { Button, CloseIcon, Input, makeStyles, Picker, tokens } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { refreshPredictionRuns, usePredictionRuns } from '../data/prediction-runs.queries';
import { browserMessages } from '../data/browser-messages';
import type { BrowserFilters } from '../data/filters';

const words = browserMessages.predictions;
const useStyles = makeStyles({
  picker: { width: '210px', '@media (max-width: 640px)': { width: '100%' } },
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  chip: { maxWidth: '100%' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  least: { width: '160px' },
});

interface PredictionFilterProps {
  filters: BrowserFilters;
  onChange: (patch: Partial<BrowserFilters>) => void;
}

const NOT_FILTERED = { suspectsOf: '', predictedBy: '', uncertainty: 0, sort: 'name' } satisfies Partial<BrowserFilters>;
const SUSPECTS = 'suspects ';
const UNCERTAIN = 'uncertain ';

/** Picker for the prediction runs of the workspace. Renders nothing if there are none. */
export function PredictionFilter({ filters, onChange }: PredictionFilterProps) {
  const styles = useStyles();
  const runs = usePredictionRuns();
  const choices = useMemo(
    () =>
      (runs ?? []).flatMap(({ id, domain, task_name, suspects, images }) => [
        { value: SUSPECTS + id, label: words.suspectsOf(task_name), detail: words.found(domain, suspects) },
        { value: UNCERTAIN + id, label: words.uncertainFor(task_name), detail: words.asked(domain, images) },
      ]),
    [runs],
  );
  if (choices.length === 0 || filters.entity !== 'images') return null;
  return (
    <div className={styles.picker}>
      <Picker
        aria-label={words.label}
        placeholder={words.label}
        choices={choices}
        selected={[]}
        onOpen={refreshPredictionRuns}
        onSelect={([value = '']) => {
          if (value.startsWith(SUSPECTS)) onChange({ ...NOT_FILTERED, suspectsOf: value.slice(SUSPECTS.length), sort: 'surest' });
          else onChange({ ...NOT_FILTERED, predictedBy: value.slice(UNCERTAIN.length), sort: 'uncertain' });
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
  const chip = (text: string, patch: Partial<BrowserFilters>) => (
    <Button
      size="small"
      className={styles.chip}
      icon={<CloseIcon />}
      iconPosition="after"
      aria-label={words.remove(text)}
      onClick={() => onChange({ ...patch, sort: 'name' })}
    >
      <span className={styles.name}>{text}</span>
    </Button>
  );
  return (
    <div className={styles.chips}>
      {suspectsOf !== '' && chip(words.suspectsOf(taskOf(runs, suspectsOf)), { suspectsOf: '' })}
      {predictedBy !== '' && chip(words.uncertainFor(taskOf(runs, predictedBy)), { predictedBy: '', uncertainty: 0 })}
      {predictedBy !== '' && (
        <Input
          aria-label={words.least}
          title={words.least}
          contentBefore={words.atLeast}
          className={styles.least}
          size="small"
          type="number"
          min={0}
          max={100}
          step={5}
          value={String(filters.uncertainty)}
          contentAfter="%"
          onChange={(_, { value }) => {
            const percent = Number(value);
            if (percent >= 0 && percent <= 100) onChange({ uncertainty: percent });
          }}
        />
      )}
    </div>
  );
}

function taskOf(runs: readonly PredictionRun[] | null | undefined, id: string): string {
  return runs?.find((run) => run.id === id)?.task_name ?? words.aTask;
}
