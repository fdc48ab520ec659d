import { Bar, type BarDatum } from '@nivo/bar';
import { tokens } from '@console/shared-ui/basics';
import { useLayoutEffect, useRef, useState } from 'react';

export interface GroupedBarsProps {
  /** Name of the chart for screen readers. */
  label: string;
  rows: readonly BarDatum[];
  /** Field of a row that names its group on the axis. */
  indexBy: string;
  /** Fields of a row that are drawn as bars beside each other. */
  keys: readonly string[];
  height?: number;
}

const colors = ['#2f6fed', '#e0752d', '#2a9d74'];

const theme = {
  text: { fill: tokens.colorNeutralForeground2, fontFamily: tokens.fontFamilyBase },
  axis: { ticks: { text: { fill: tokens.colorNeutralForeground2 }, line: { stroke: tokens.colorNeutralStroke2 } } },
  legends: { text: { fill: tokens.colorNeutralForeground2 } },
  grid: { line: { stroke: tokens.colorNeutralStroke3 } },
  tooltip: { container: { background: tokens.colorNeutralBackground1, color: tokens.colorNeutralForeground1 } },
};

const shorten = (text: unknown) => (String(text).length > 18 ? `${String(text).slice(0, 17)}…` : String(text));

/**
 * Bars side by side for each row. `Bar` over a measured width, since nivo's `ResponsiveBar` cannot be rendered under jest.
 */
export function GroupedBars({ label, rows, indexBy, keys, height = 320 }: GroupedBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} role="img" aria-label={label} style={{ height, minWidth: 0, overflow: 'hidden' }}>
      {width > 0 && (
        <Bar
          width={width}
          height={height}
          data={[...rows]}
          keys={[...keys]}
          indexBy={indexBy}
          groupMode="grouped"
          margin={{ top: 16, right: 16, bottom: 88, left: 56 }}
          padding={0.3}
          innerPadding={2}
          colors={colors}
          theme={theme}
          labelSkipHeight={14}
          labelSkipWidth={24}
          labelTextColor="#ffffff"
          axisBottom={{ tickRotation: rows.length > 6 ? -30 : 0, format: shorten }}
          legends={
            keys.length > 1
              ? [
                  {
                    dataFrom: 'keys',
                    anchor: 'bottom',
                    direction: 'row',
                    translateY: 80,
                    itemWidth: 110,
                    itemHeight: 18,
                    symbolSize: 12,
                  },
                ]
              : []
          }
          animate={false}
        />
      )}
    </div>
  );
}
