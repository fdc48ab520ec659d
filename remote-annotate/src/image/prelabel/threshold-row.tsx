import { makeStyles, tokens } from '@console/shared-ui/basics';
import { Slider } from '@console/shared-ui/choices';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 96px 40px 64px',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
  },
  name: { overflowWrap: 'anywhere' },
  slider: { minWidth: 0 },
  number: {
    textAlign: 'end',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

interface ThresholdRowProps {
  name: string;
  icon?: ReactNode;
  /** The minimum confidence in percent. */
  threshold: number;
  onChange: (threshold: number) => void;
  /** The number of predictions above the threshold, as text. */
  count: string;
}

/** A label with a slider for its minimum confidence. */
export function ThresholdRow({ name, icon, threshold, onChange, count }: ThresholdRowProps) {
  const styles = useStyles();
  const percent = `${threshold} %`;
  return (
    <div className={styles.row}>
      <span aria-hidden>{icon}</span>
      <span className={styles.name}>{name}</span>
      <Slider
        className={styles.slider}
        size="small"
        aria-label={`Minimum confidence of ${name}`}
        aria-valuetext={percent}
        min={0}
        max={100}
        value={threshold}
        onChange={(_, data) => onChange(data.value)}
      />
      <span className={styles.number}>{percent}</span>
      <span className={styles.number}>{count}</span>
    </div>
  );
}
