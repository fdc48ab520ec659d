import { Bar, type BarCustomLayerProps, type BarDatum } from '@nivo/bar';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { createAxis } from './axis';
import { getSeriesColor } from './bar-panel';
import { useWidth } from './use-width';

const HEIGHT = 340;
const MARGIN = { top: 12, right: 16, bottom: 56, left: 64 };
/** Pixels that one number or date below the axis needs. */
const TICK_LABEL_WIDTH = 72;
/** Minimum width of a bar in pixels. Narrower adjacent bars cannot be distinguished. */
const MIN_BAR_WIDTH = 3;
const useStyles = makeStyles({
  key: { display: 'flex', gap: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200, flexWrap: 'wrap' },
  entry: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  swatch: { width: '10px', height: '10px', borderRadius: '2px' },
  frame: { overflowX: 'auto', overflowY: 'hidden', minWidth: 0 },
});
const theme = {
  text: { fill: tokens.colorNeutralForeground2, fontFamily: tokens.fontFamilyBase, fontSize: 12 },
  axis: {
    ticks: { text: { fill: tokens.colorNeutralForeground2 }, line: { stroke: tokens.colorNeutralStroke1 } },
    legend: { text: { fill: tokens.colorNeutralForeground1, fontSize: 12 } },
  },
  grid: { line: { stroke: tokens.colorNeutralStroke3 } },
  tooltip: { container: { background: tokens.colorNeutralBackground1, color: tokens.colorNeutralForeground1 } },
};

export interface ColumnChartProps {
  /** Name of the chart for screen readers. */
  label: string;
  /** Title of the horizontal axis. */
  valueTitle: string;
  /** Title of the vertical axis. */
  countTitle: string;
  /** `start` is shown below the axis, `title` in the tooltip. `counts` has one number for each series. `interval` is drawn as a line. */
  bins: readonly {
    start: string;
    title: string;
    counts: readonly number[];
    interval?: readonly [low: number, high: number] | undefined;
  }[];
  /** Names of the series in the order of `counts`. */
  seriesNames: readonly string[];
  /** What the vertical axis shows. Default: counts. */
  kind?: 'ratio' | 'count' | 'number';
  /** Formats a count in the tooltip. Default: the number. */
  formatCount?: (count: number) => string;
}

/** Vertical bars for the counts of each bin. Labels as many bins as fit, and scrolls if the bars do not fit. */
export function ColumnChart({
  label,
  valueTitle,
  countTitle,
  bins,
  seriesNames,
  kind = 'count',
  formatCount = (count) => count.toLocaleString('en'),
}: ColumnChartProps) {
  const styles = useStyles();
  const { ref, width } = useWidth();
  // Skip series without any count, because nivo would reserve space for them in each bin.
  const usedSeriesNames = seriesNames.filter((_, index) => bins.some(({ counts }) => (counts[index] ?? 0) > 0));
  const barAreaWidth = Math.max(width - MARGIN.left - MARGIN.right, bins.length * usedSeriesNames.length * MIN_BAR_WIDTH);
  const tickInterval = Math.max(1, Math.ceil((bins.length * TICK_LABEL_WIDTH) / Math.max(barAreaWidth, 1)));
  const axis = createAxis(
    kind,
    bins.flatMap(({ counts, interval = [] }) => [...counts, ...interval]),
  );
  const data = bins.map(({ counts }, index): BarDatum => ({
    bin: String(index),
    ...Object.fromEntries(seriesNames.map((key, index) => [key, counts[index] ?? 0])),
  }));
  const renderIntervals = ({ bars, yScale }: BarCustomLayerProps<BarDatum>) =>
    bars.map(({ key, x, width: barWidth, data: { indexValue } }) => {
      const interval = bins[Number(indexValue)]?.interval;
      if (!interval) return null;
      const [y1, y2] = interval.map((bound) => yScale(bound));
      const center = x + barWidth / 2;
      return <line key={key} x1={center} x2={center} y1={y1} y2={y2} stroke={tokens.colorNeutralForeground1} strokeWidth={2} />;
    });
  return (
    <>
      <div className={styles.key} aria-hidden>
        {usedSeriesNames.map((key) => (
          <span key={key} className={styles.entry}>
            <span className={styles.swatch} style={{ backgroundColor: getSeriesColor(seriesNames.indexOf(key)) }} />
            {key}
          </span>
        ))}
      </div>
      <div ref={ref} className={styles.frame} tabIndex={0} role="group" aria-label={label}>
        <div role="img" aria-label={label} style={{ height: HEIGHT, width: barAreaWidth + MARGIN.left + MARGIN.right }}>
          {width > 0 && (
            <Bar
              width={barAreaWidth + MARGIN.left + MARGIN.right}
              height={HEIGHT}
              data={data}
              keys={usedSeriesNames}
              indexBy="bin"
              groupMode="grouped"
              margin={MARGIN}
              padding={bins.length > 100 ? 0 : 0.2}
              valueScale={{ type: 'linear', min: 0, max: axis.max }}
              colors={({ id }) => getSeriesColor(seriesNames.indexOf(String(id)))}
              theme={theme}
              enableLabel={false}
              gridYValues={[...axis.ticks]}
              axisLeft={{ tickValues: [...axis.ticks], legend: countTitle, legendPosition: 'middle', legendOffset: -52 }}
              axisBottom={{
                tickValues: bins.flatMap((_, index) => (index % tickInterval === 0 ? [String(index)] : [])),
                format: (bin: string | number) => bins[Number(bin)]?.start ?? '',
                legend: valueTitle,
                legendPosition: 'middle',
                legendOffset: 40,
              }}
              tooltip={({ id, value, indexValue }) => (
                <div style={{ padding: '6px 10px', background: tokens.colorNeutralBackground1, boxShadow: tokens.shadow8 }}>
                  {bins[Number(indexValue)]?.title}
                  <div>{`${id}: ${formatCount(value)}`}</div>
                </div>
              )}
              layers={['grid', 'axes', 'bars', renderIntervals]}
              animate={false}
            />
          )}
        </div>
      </div>
    </>
  );
}
