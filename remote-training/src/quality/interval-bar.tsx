import type { QualityEstimate } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { formatInterval, formatValue, type Scale } from './estimates';
import { qualityMessages as messages } from './quality-messages';

const WIDTH = 140;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;
const RADIUS = 4;
const useStyles = makeStyles({
  bar: { display: 'block', width: '100%', maxWidth: `${WIDTH}px`, height: `${HEIGHT}px`, overflow: 'visible' },
  axis: { stroke: tokens.colorNeutralStroke2 },
  interval: { stroke: tokens.colorBrandStroke1 },
  value: { fill: tokens.colorBrandStroke1 },
  target: { stroke: tokens.colorNeutralForeground1 },
});

interface IntervalBarProps {
  estimate: QualityEstimate;
  scale: Scale;
  /** Drawn as a dashed line; null for none. */
  target: number | null;
}

/** A small bar with the 95 % interval, the estimate as a point, and the target as a dashed line. */
export function IntervalBar({ estimate, scale: { min, max }, target }: IntervalBarProps) {
  const styles = useStyles();
  const { value, low, high } = estimate;
  if (value === null || low === null) return null;
  const toX = (number: number) => RADIUS + ((Math.min(number, max) - min) / (max - min)) * (WIDTH - 2 * RADIUS);
  const label = messages.intervalText(formatValue(value), formatInterval(estimate), target);
  return (
    <svg role="img" aria-label={label} className={styles.bar} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
      <line className={styles.axis} x1={toX(min)} x2={toX(max)} y1={MIDDLE} y2={MIDDLE} strokeWidth={1} />
      <line
        className={styles.interval}
        x1={toX(low)}
        x2={toX(high ?? max)}
        y1={MIDDLE}
        y2={MIDDLE}
        strokeWidth={4}
        strokeLinecap="round"
      />
      <circle className={styles.value} cx={toX(value)} cy={MIDDLE} r={RADIUS} />
      {target !== null && (
        <line
          className={styles.target}
          x1={toX(target)}
          x2={toX(target)}
          y1={0}
          y2={HEIGHT}
          strokeWidth={1.5}
          strokeDasharray="3 2"
        />
      )}
    </svg>
  );
}
