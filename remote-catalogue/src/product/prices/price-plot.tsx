import { formatDate, makeStyles, tokens, TruncatedText } from '@console/shared-ui/basics';
import { Line } from '@nivo/line';
import { useLayoutEffect, useRef, useState } from 'react';
import { productPageMessages } from '../../common/product-page-messages';
import type { PricePlot } from './price-series';

const COLORS = ['#2f6fed', '#e0752d', '#2a9d74', '#a855c7', '#c2413b', '#6b7280'];
const theme = {
  text: { fill: tokens.colorNeutralForeground2, fontFamily: tokens.fontFamilyBase },
  axis: { ticks: { text: { fill: tokens.colorNeutralForeground2 }, line: { stroke: tokens.colorNeutralStroke2 } } },
  grid: { line: { stroke: tokens.colorNeutralStroke3 } },
  crosshair: { line: { stroke: tokens.colorNeutralForeground2 } },
  tooltip: { container: { background: tokens.colorNeutralBackground1, color: tokens.colorNeutralForeground1 } },
};

const useStyles = makeStyles({
  // The legend of nivo has entries of equal width, in which long names would overlap, so this component draws its own.
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  source: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0, maxWidth: '280px' },
  swatch: { flexShrink: 0, width: '12px', height: '12px', borderRadius: '50%' },
});

/**
 * Line chart of the prices of one currency over time. Uses `Line` and a measured width, because `ResponsiveLine` renders nothing in jest.
 */
export function PricePlotView({ plot: { currency, series }, height }: { plot: PricePlot; height: number }) {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const updateWidth = () => setWidth(element.clientWidth);
    updateWidth();
    const observer = new ResizeObserver(updateWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const points = series.reduce((sum, { data }) => sum + data.length, 0);
  const label = productPageMessages.plotLabel(
    currency,
    points,
    series.map(({ id }) => id),
  );
  return (
    <>
      <div ref={frame} role="img" aria-label={label} style={{ height, minWidth: 0, overflow: 'hidden' }}>
        {width > 0 && (
          <Line
            width={width}
            height={height}
            data={series}
            margin={{ top: 12, right: 24, bottom: 32, left: 64 }}
            xScale={{ type: 'time', precision: 'minute', useUTC: false }}
            yScale={{ type: 'linear', min: 0, max: 'auto' }}
            axisBottom={{ tickValues: Math.max(2, Math.floor(width / 140)), format: '%Y-%m-%d' }}
            xFormat={(value) => formatDate(new Date(value).toISOString())}
            yFormat={(value) => `${String(value)} ${currency}`}
            curve="linear"
            colors={COLORS}
            theme={theme}
            pointSize={7}
            useMesh
            animate={false}
          />
        )}
      </div>
      <ul className={styles.legend} aria-label={productPageMessages.plotSources}>
        {series.map(({ id }, index) => (
          <li key={id} className={styles.source}>
            <span aria-hidden className={styles.swatch} style={{ backgroundColor: COLORS[index % COLORS.length] }} />
            <TruncatedText>{id}</TruncatedText>
          </li>
        ))}
      </ul>
    </>
  );
}
