import type { Dataset } from '@console/shared-contract/api';
import { makeStyles, PickerField, Text, TextField, tokens } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { QueryState } from '@console/shared-ui/pages';
import { getDayEnd, getDayStart, isDay } from '../browser/data/day-range';
import type { ExchangeState } from '../exchange/exchange-url-params';
import { ComparisonResult } from './comparison-result';
import { getVersionName, getVersionOrigin } from './version-name';
import { versionsMessages as texts } from './versions-messages';
import { useDataChanges, type ComparedMoments } from './versions.queries';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  muted: { color: tokens.colorNeutralForeground3 },
});

const COMPARISON_KINDS = ['dates', 'training'] as const;

interface CompareMomentsProps extends Pick<ExchangeState, 'values' | 'set'> {
  versions: readonly Dataset[];
}

/** Compares the images of two dates, or the current images with the images of a training. */
export function CompareMoments({ versions, values, set }: CompareMomentsProps) {
  const styles = useStyles();
  const { compareFrom: from, compareTo: to, since: training } = values;
  const isTraining = values.versions === 'training';
  const trainings = versions.filter((version) => version.training !== null && version.state === 'ready');
  const moments = isTraining ? toTraining(training) : toPeriod(from, to);
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label={texts.kind}
          choices={COMPARISON_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          value={isTraining ? 'training' : 'dates'}
          onChange={(value) => set({ versions: value, since: value === 'training' ? (trainings[0]?.id ?? '') : '' })}
        />
        {isTraining ? (
          <PickerField
            label={texts.training}
            choices={trainings.map((version) => ({
              value: version.id,
              label: getVersionName(version),
              detail: getVersionOrigin(version),
            }))}
            value={training}
            onChange={(since) => set({ since })}
          />
        ) : (
          <>
            <TextField
              type="date"
              label={texts.from}
              value={from}
              onChange={({ currentTarget }) => set({ compareFrom: currentTarget.value })}
            />
            <TextField
              type="date"
              label={texts.to}
              value={to}
              error={isDay(from) && isDay(to) && to < from ? texts.endBeforeStart : undefined}
              onChange={({ currentTarget }) => set({ compareTo: currentTarget.value })}
            />
          </>
        )}
      </div>
      {moments ? (
        <Changes moments={moments} browserQuery={isTraining ? `?changed-since-training=${training}` : toBrowserQuery(from, to)} />
      ) : (
        <Text className={styles.muted}>
          {!isTraining ? texts.chooseDay : trainings.length > 0 ? texts.chooseTraining : texts.noTrainings}
        </Text>
      )}
    </>
  );
}

const toTraining = (trainingId: string): ComparedMoments | null => (trainingId === '' ? null : { training: trainingId });
const toPeriod = (from: string, to: string): ComparedMoments | null =>
  isDay(from) && !(isDay(to) && to < from) ? { since: getDayStart(from), ...(isDay(to) && { until: getDayEnd(to) }) } : null;
const toBrowserQuery = (from: string, to: string) => `?changed-from=${from}${to === '' ? '' : `&changed-to=${to}`}`;

function Changes({ moments, browserQuery }: { moments: ComparedMoments; browserQuery: string }) {
  const changes = useDataChanges(moments);
  return (
    <QueryState query={changes} failed={texts.changesFailed}>
      {({ pictures, labels }) => (
        <ComparisonResult
          key={browserQuery}
          pictures={pictures}
          labels={labels}
          source={moments}
          note={'training' in moments ? texts.nextTraining : undefined}
          noLabels={texts.noChangedLabels}
          browserQuery={browserQuery}
        />
      )}
    </QueryState>
  );
}
