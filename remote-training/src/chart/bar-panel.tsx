import { Bar, type BarCustomLayerProps, type BarDatum } from '@nivo/bar';
import { tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { Axis } from './axis';
import { formatMeasure, type MeasuredRow, type Measure } from './measures';

/** Told apart by more than their hue, and by 3 to 1 from both backgrounds. */
const COLORS = ['#2f6fed', '#c9622a', '#2a9d74', '#a355c9'];
export const colorAt = (index: number): string => COLORS[index % COLORS.length] ?? '';
/** Room for the number at the end of the longest bar. */
export const VALUE_ROOM = 76;
/** Between the bars of two rows. */
export const PADDING = 0.24;

const theme = {
  text: { fill: tokens.colorNeutralForeground2, fontFamily: tokens.fontFamilyBase },
  grid: { line: { stroke: tokens.colorNeutralStroke3 } },
  tooltip: { container: { background: tokens.colorNeutralBackground1, color: tokens.colorNeutralForeground1 } },
};

export interface BarPanelProps {
  width: number;
  rowHeight: number;
  /** Those that are seen. */
  rows: readonly MeasuredRow[];
  names: ReadonlyMap<string, string>;
  measures: readonly Measure[];
  /** Place of the first measure among the colours. */
  colorFrom: number;
  axis: Axis;
  onOpen?: (row: MeasuredRow) => void;
}

/** Bars from left to right, those of a row below one another, with their numbers; what is undefined is said to be. */
export function BarPanel({ width, rowHeight, rows, names, measures, colorFrom, axis, onOpen }: BarPanelProps) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kindOf = new Map(measures.map(({ key, kind }) => [key, kind]));
  // The library draws from the bottom up.
  const data = [...rows].reverse().map(({ id, values }): BarDatum => {
    const defined = measures.flatMap(({ key }) => (values[key] == null ? [] : [[key, values[key]] as const]));
    return { id, ...Object.fromEntries(defined) };
  });
  const textOf = (key: string, value: number | null | undefined) =>
    formatMeasure(kindOf.get(key) ?? 'number', value, messages.undefinedMeasure);
  // In parts of a row, before the first and after the last row too.
  const barHeight = (rowHeight * (1 - PADDING)) / measures.length;
  const Values = ({ xScale }: BarCustomLayerProps<BarDatum>) => (
    <g fontSize={11} fill={tokens.colorNeutralForeground2} dominantBaseline="central" pointerEvents="none">
      {rows.flatMap(({ id, values }, row) =>
        measures.map(({ key }, index) => {
          const value = values[key] ?? null;
          const x = value === null ? 0 : Number((xScale as (value: number) => number)(value));
          const y = (row + PADDING) * rowHeight + (index + 0.5) * barHeight;
          return (
            <text key={`${id} ${key}`} x={x + 6} y={y} fontStyle={value === null ? 'italic' : undefined}>
              {textOf(key, value)}
            </text>
          );
        }),
      )}
    </g>
  );
  return (
    <Bar
      width={width}
      height={(rows.length + PADDING) * rowHeight}
      layout="horizontal"
      data={data}
      keys={measures.map(({ key }) => key)}
      indexBy="id"
      groupMode="grouped"
      margin={{ top: 0, right: VALUE_ROOM, bottom: 0, left: 1 }}
      valueScale={{ type: 'linear', min: 0, max: axis.max }}
      padding={PADDING}
      colors={({ id }) => colorAt(colorFrom + measures.findIndex(({ key }) => key === id))}
      theme={theme}
      enableLabel={false}
      enableGridY={false}
      enableGridX
      gridXValues={[...axis.ticks]}
      axisBottom={null}
      axisLeft={null}
      layers={['grid', 'bars', Values]}
      animate={false}
      onClick={({ indexValue }) => {
        const row = byId.get(String(indexValue));
        if (row) onOpen?.(row);
      }}
      tooltip={({ id, value, indexValue }) => (
        <div
          style={{ padding: '6px 10px', background: tokens.colorNeutralBackground1, boxShadow: tokens.shadow8, maxWidth: 360 }}
        >
          <strong style={{ overflowWrap: 'anywhere' }}>{names.get(String(indexValue))}</strong>
          <div>{`${measures.find(({ key }) => key === id)?.name ?? ''}: ${textOf(String(id), value)}`}</div>
        </div>
      )}
    />
  );
}
