import { Bar, type BarDatum } from '@nivo/bar';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { axisOf } from './axis';
import { colorAt } from './bar-panel';
import { useWidth } from './use-width';

const HEIGHT = 340;
const MARGIN = { top: 12, right: 16, bottom: 56, left: 64 };
/** Room of one number below the axis. */
const TICK_WIDTH = 64;
/** Below this width of a bar two beside each other cannot be seen. */
const LEAST_BAR = 3;
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

export interface HistogramChartProps {
  /** Name of the chart for screen readers. */
  label: string;
  /** Of the axes. */
  valueTitle: string;
  countTitle: string;
  /** `from` and `to` are the edges of the bin. */
  bins: readonly { from: number; to: number; counts: readonly number[] }[];
  /** What is counted, in the order of `counts`. */
  counted: readonly string[];
}

const text = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 6 });

/** Counts by bins, from left to right. As many bins are named as there is room for; where they do not fit it scrolls. */
export function HistogramChart({ label, valueTitle, countTitle, bins, counted }: HistogramChartProps) {
  const styles = useStyles();
  const { ref, width } = useWidth();
  // What no bin has is not drawn, and takes no room.
  const keys = counted.filter((_, index) => bins.some(({ counts }) => (counts[index] ?? 0) > 0));
  const inner = Math.max(width - MARGIN.left - MARGIN.right, bins.length * keys.length * LEAST_BAR);
  const every = Math.max(1, Math.ceil((bins.length * TICK_WIDTH) / Math.max(inner, 1)));
  const axis = axisOf(
    'count',
    bins.flatMap(({ counts }) => counts),
  );
  const data = bins.map(({ counts }, index): BarDatum => ({
    bin: String(index),
    ...Object.fromEntries(counted.map((key, at) => [key, counts[at] ?? 0])),
  }));
  const fromOf = (bin: string | number) => text(bins[Number(bin)]?.from ?? 0);
  return (
    <>
      <div className={styles.key} aria-hidden>
        {keys.map((key) => (
          <span key={key} className={styles.entry}>
            <span className={styles.swatch} style={{ backgroundColor: colorAt(counted.indexOf(key)) }} />
            {key}
          </span>
        ))}
      </div>
      <div ref={ref} className={styles.frame} tabIndex={0} role="group" aria-label={label}>
        <div role="img" aria-label={label} style={{ height: HEIGHT, width: inner + MARGIN.left + MARGIN.right }}>
          {width > 0 && (
            <Bar
              width={inner + MARGIN.left + MARGIN.right}
              height={HEIGHT}
              data={data}
              keys={keys}
              indexBy="bin"
              groupMode="grouped"
              margin={MARGIN}
              padding={bins.length > 100 ? 0 : 0.2}
              valueScale={{ type: 'linear', min: 0, max: axis.max }}
              colors={({ id }) => colorAt(counted.indexOf(String(id)))}
              theme={theme}
              enableLabel={false}
              gridYValues={[...axis.ticks]}
              axisLeft={{ tickValues: [...axis.ticks], legend: countTitle, legendPosition: 'middle', legendOffset: -52 }}
              axisBottom={{
                tickValues: bins.flatMap((_, index) => (index % every === 0 ? [String(index)] : [])),
                format: fromOf,
                legend: valueTitle,
                legendPosition: 'middle',
                legendOffset: 40,
              }}
              tooltip={({ id, value, indexValue }) => {
                const bin = bins[Number(indexValue)];
                return (
                  <div style={{ padding: '6px 10px', background: tokens.colorNeutralBackground1, boxShadow: tokens.shadow8 }}>
                    {bin && `${text(bin.from)} – ${text(bin.to)}`}
                    <div>{`${id}: ${value.toLocaleString('en')}`}</div>
                  </div>
                );
              }}
              animate={false}
            />
          )}
        </div>
      </div>
    </>
  );
}
