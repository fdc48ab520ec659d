import type { AttachedLabel } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { Slider } from '@console/shared-ui/choices';
import { useState } from 'react';
import { useCanAnnotate } from '../context/screen-context';
import { recognitionMessages } from './state/recognition-messages';
import type { OfferedLabel } from './state/rules';
import type { Labelling } from './state/use-labelling';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  // Without this, the touch target of the slider would be only 16 pixels high.
  rail: { flexGrow: 1, minWidth: 0, '& input': { height: '24px' } },
  bound: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, fontVariantNumeric: 'tabular-nums' },
});

/** The range of labels without limits. */
const DEFAULT_RANGE = { min: 0, max: 100 };

/** A slider for the value of an attached label, within the range of the label. */
export function ValueSlider({
  label,
  range,
  labelling,
}: {
  label: AttachedLabel;
  range?: Pick<OfferedLabel, 'min_value' | 'max_value' | 'step_value'>;
  labelling: Labelling;
}) {
  const styles = useStyles();
  const canAnnotate = useCanAnnotate();
  // The value set by the user. It is shown until the label has this value. Otherwise, the slider would jump back for a moment.
  const [pendingValue, setPendingValue] = useState<number | null>(null);
  if (pendingValue !== null && pendingValue === label.value) setPendingValue(null);
  const min = range?.min_value ?? DEFAULT_RANGE.min;
  const max = range?.max_value ?? Math.max(DEFAULT_RANGE.max, min);
  const value = pendingValue ?? label.value ?? min;
  return (
    <div className={styles.row}>
      <span className={styles.bound}>{min}</span>
      <Slider
        className={styles.rail}
        size="small"
        aria-label={recognitionMessages.value(label.name)}
        aria-valuetext={String(value)}
        min={min}
        max={max}
        step={range?.step_value ?? undefined}
        value={value}
        disabled={!canAnnotate}
        onChange={(_, data) => {
          setPendingValue(data.value);
          labelling.setValue(label, data.value);
        }}
      />
      <span className={styles.bound}>{max}</span>
    </div>
  );
}
