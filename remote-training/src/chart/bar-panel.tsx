import { Bar, type BarCustomLayerProps, type BarDatum } from '@nivo/bar';
import { tokens } from '@console/shared-ui/basics';
import { chartMessages } from './chart-messages';
import type { Axis } from './axis';
import { formatMeasure, type MeasuredRow, type ChartMeasure } from './measures';

/** Colours of the series. They differ in lightness, too, and have a contrast of 3:1 on the light and the dark background. */
const COLORS = ['#2f6fed', '#c9622a', '#2a9d74', '#a355c9'];
export const getSeriesColor = (index: number): string => COLORS[index % COLORS.length] ?? '';
/** Pixels reserved for the number at the end of the longest bar. */
export const VALUE_LABEL_WIDTH = 76;
/** Gap between the bars of two rows, as a ratio of the row height. */
export const ROW_PADDING = 0.24;

const theme = {
  text: { fill: tokens.colorNeutralForeground2, fontFamily: tokens.fontFamilyBase },
  grid: { line: { stroke: tokens.colorNeutralStroke3 } },
  tooltip: { container: { background: tokens.colorNeutralBackground1, color: tokens.colorNeutralForeground1 } },
};

interface BarPanelProps {
  width: number;
  rowHeight: number;
  /** The visible rows. */
  rows: readonly MeasuredRow[];
  /** Display names by row id. */
  names: ReadonlyMap<string, string>;
  measures: readonly ChartMeasure[];
  /** Index of the series colour of the first measure. */
  firstColorIndex: number;
  axis: Axis;
  onOpen?: (row: MeasuredRow) => void;
}

/** Horizontal bars with their numbers. The bars of one row are below one another. An undefined value is shown as text. */
export function BarPanel({ width, rowHeight, rows, names, measures, firstColorIndex, axis, onOpen }: BarPanelProps) {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const kindByKey = new Map(measures.map(({ key, kind }) => [key, kind]));
  // nivo draws the first row at the bottom.
  const data = [...rows].reverse().map(({ id, values }): BarDatum => {
    const definedValues = measures.flatMap(({ key }) => (values[key] == null ? [] : [[key, values[key]] as const]));
    return { id, ...Object.fromEntries(definedValues) };
  });
  const formatValue = (key: string, value: number | null | undefined) =>
    formatMeasure(kindByKey.get(key) ?? 'number', value, chartMessages.undefinedMeasure);
  // nivo also adds the padding before the first row and after the last one.
  const barHeight = (rowHeight * (1 - ROW_PADDING)) / measures.length;
  const ValueLabels = ({ xScale }: BarCustomLayerProps<BarDatum>) => (
    <g fontSize={11} fill={tokens.colorNeutralForeground2} dominantBaseline="central" pointerEvents="none">
      {rows.flatMap(({ id, values }, row) =>
        measures.map(({ key }, index) => {
          const value = values[key] ?? null;
          const x = value === null ? 0 : Number((xScale as (value: number) => number)(value));
          const y = (row + ROW_PADDING) * rowHeight + (index + 0.5) * barHeight;
          return (
            <text key={`${id} ${key}`} x={x + 6} y={y} fontStyle={value === null ? 'italic' : undefined}>
              {formatValue(key, value)}
            </text>
          );
        }),
      )}
    </g>
  );
  return (
    <Bar
      width={width}
      height={(rows.length + ROW_PADDING) * rowHeight}
      layout="horizontal"
      data={data}
      keys={measures.map(({ key }) => key)}
      indexBy="id"
      groupMode="grouped"
      margin={{ top: 0, right: VALUE_LABEL_WIDTH, bottom: 0, left: 1 }}
      valueScale={{ type: 'linear', min: 0, max: axis.max }}
      padding={ROW_PADDING}
      colors={({ id }) => getSeriesColor(firstColorIndex + measures.findIndex(({ key }) => key === id))}
      theme={theme}
      enableLabel={false}
      enableGridY={false}
      enableGridX
      gridXValues={[...axis.ticks]}
      axisBottom={null}
      axisLeft={null}
      layers={['grid', 'bars', ValueLabels]}
      animate={false}
      onClick={({ indexValue }) => {
        const row = rowsById.get(String(indexValue));
        if (row) onOpen?.(row);
      }}
      tooltip={({ id, value, indexValue }) => (
        <div
          style={{ padding: '6px 10px', background: tokens.colorNeutralBackground1, boxShadow: tokens.shadow8, maxWidth: 360 }}
        >
          <strong style={{ overflowWrap: 'anywhere' }}>{names.get(String(indexValue))}</strong>
          <div>{`${measures.find(({ key }) => key === id)?.name ?? ''}: ${formatValue(String(id), value)}`}</div>
        </div>
      )}
    />
  );
}
