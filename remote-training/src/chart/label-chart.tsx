import { getDistinctNames, makeStyles, mergeClasses, tokens, visuallyHidden } from '@console/shared-ui/basics';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { chartMessages } from './chart-messages';
import { createAxis, type Axis } from './axis';
import { BarPanel, getSeriesColor, ROW_PADDING, VALUE_LABEL_WIDTH } from './bar-panel';
import { formatMeasure, type MeasuredRow, type ChartMeasure } from './measures';
import { useWidth } from './use-width';

const hints = chartMessages.hints;
const BAR_HEIGHT = 15;
/** Number of rows in a block. Only the visible rows and one block on either side are rendered, because nivo needs 0.25 ms for each bar. */
const ROWS_PER_BLOCK = 6;
const MAX_FRAME_HEIGHT = 640;
/** An axis narrower than this number of pixels shows only every second number. */
const NARROW_AXIS_WIDTH = 280;

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    maxHeight: `max(280px, min(${MAX_FRAME_HEIGHT}px, 70vh))`,
    overflowY: 'auto',
    overflowX: 'hidden',
    minWidth: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    display: 'flex',
    alignItems: 'flex-end',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  axis: { position: 'relative', minHeight: '26px', paddingBottom: '20px', flexShrink: 0 },
  axisTitle: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM },
  key: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, whiteSpace: 'nowrap' },
  swatch: { width: '10px', height: '10px', borderRadius: '2px' },
  tick: { position: 'absolute', bottom: '2px', transform: 'translateX(-50%)', fontVariantNumeric: 'tabular-nums' },
  firstTick: { transform: 'none' },
  nameTitle: { alignSelf: 'flex-end', paddingBottom: '2px', fontWeight: tokens.fontWeightSemibold },
  // Clip the padding of the bars, which extends beyond the rows. Otherwise, short charts would scroll instead of the page.
  rows: { position: 'relative', overflow: 'clip' },
  row: { position: 'absolute', left: 0, right: 0, display: 'flex', alignItems: 'center' },
  active: { backgroundColor: tokens.colorNeutralBackground1Hover, boxShadow: `inset 3px 0 ${tokens.colorCompoundBrandStroke}` },
  name: {
    paddingInline: tokens.spacingHorizontalS,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textAlign: 'end',
    boxSizing: 'border-box',
  },
  // Two lines of a smaller font fit into a row.
  twoLines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase100,
  },
  panel: { position: 'absolute' },
  visuallyHidden,
});

export interface LabelChartProps {
  /** Name of the chart for screen readers. */
  label: string;
  /** Title of the axis of names. */
  nameTitle: string;
  /** Rows in display order. */
  rows: readonly MeasuredRow[];
  /** Ratios, numbers and counts have separate axes. On a common axis, the bars of ratios would be invisible next to counts. */
  measures: readonly ChartMeasure[];
  /** Called when the user clicks the bars of a row or presses Enter. */
  onOpen?: (row: MeasuredRow) => void;
}

interface Panel {
  measures: ChartMeasure[];
  axis: Axis;
  firstColorIndex: number;
}

function createPanels(measures: readonly ChartMeasure[], rows: readonly MeasuredRow[]): Panel[] {
  return (['ratio', 'number', 'count'] as const).flatMap((kind): Panel[] => {
    const panelMeasures = measures.filter((measure) => measure.kind === kind);
    if (panelMeasures.length === 0) return [];
    const values = rows.flatMap((row) => panelMeasures.flatMap(({ key }) => row.values[key] ?? []));
    return [
      {
        measures: panelMeasures,
        axis: createAxis(kind, values),
        firstColorIndex: measures.findIndex(({ key }) => key === panelMeasures[0]?.key),
      },
    ];
  });
}

/** Scrollable rows of bars under fixed axes. Arrow keys move between rows, and screen readers announce each row with its numbers. */
export function LabelChart({ label, nameTitle, rows, measures, onOpen }: LabelChartProps) {
  const styles = useStyles();
  const { ref, width, element } = useWidth();
  const [blockIndex, setBlockIndex] = useState(0);
  const [activeId, setActiveId] = useState<string | null>(null);
  const panels = useMemo(() => createPanels(measures, rows), [measures, rows]);
  const names = useMemo(() => getDistinctNames(rows), [rows]);
  const rowHeight = 10 + BAR_HEIGHT * Math.max(1, ...panels.map((panel) => panel.measures.length));
  const nameWidth = Math.round(Math.min(260, Math.max(96, width * 0.28)));
  const panelWidth = Math.max(80, Math.floor((width - nameWidth) / panels.length));
  const firstRow = Math.max(0, (blockIndex - 1) * ROWS_PER_BLOCK);
  const visibleRows = rows.slice(firstRow, (blockIndex + 2) * ROWS_PER_BLOCK + Math.ceil(MAX_FRAME_HEIGHT / rowHeight));
  const activeRow = rows.find(({ id }) => id === activeId);

  const activateRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setActiveId(row.id);
    const [top, frame] = [index * rowHeight, element];
    if (!frame) return;
    if (top < frame.scrollTop) frame.scrollTop = top;
    else if (top + rowHeight + 48 > frame.scrollTop + frame.clientHeight)
      frame.scrollTop = top + rowHeight + 48 - frame.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const activeIndex = rows.findIndex(({ id }) => id === activeId);
    const targets: Record<string, number> = {
      ArrowDown: Math.min(rows.length - 1, activeIndex + 1),
      ArrowUp: Math.max(0, activeIndex - 1),
      PageDown: Math.min(rows.length - 1, activeIndex + 10),
      PageUp: Math.max(0, activeIndex - 10),
      Home: 0,
      End: rows.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      activateRow(target);
    } else if (event.key === 'Enter' && activeRow && onOpen) {
      // Prevent the browser from sending the key to the focused button of the new dialog, which would close the dialog.
      event.preventDefault();
      onOpen(activeRow);
    }
  };
  const describeRow = (row: MeasuredRow) =>
    [
      names.get(row.id),
      ...measures.map(({ key, name, kind }) => `${name} ${formatMeasure(kind, row.values[key], chartMessages.undefinedMeasure)}`),
    ].join(', ');

  return (
    <div
      ref={ref}
      className={styles.frame}
      role="group"
      tabIndex={0}
      aria-label={`${label}. ${onOpen ? hints.moveAndOpen : hints.move}`}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setBlockIndex(Math.floor(currentTarget.scrollTop / rowHeight / ROWS_PER_BLOCK))}
    >
      <div className={styles.head} aria-hidden>
        <div className={mergeClasses(styles.name, styles.nameTitle)} style={{ width: nameWidth }}>
          {nameTitle}
        </div>
        {panels.map((panel) => (
          <PanelHead key={panel.measures[0]?.key} panel={panel} width={panelWidth} />
        ))}
      </div>
      <div className={styles.rows} style={{ height: rows.length * rowHeight }}>
        {visibleRows.map((row, index) => (
          // Hidden from screen readers: the table next to the chart contains the same data.
          <div
            key={row.id}
            aria-hidden
            className={mergeClasses(styles.row, row.id === activeId && styles.active)}
            style={{ top: (firstRow + index) * rowHeight, height: rowHeight }}
          >
            <span className={mergeClasses(styles.name, styles.twoLines)} style={{ width: nameWidth }} title={names.get(row.id)}>
              {names.get(row.id)}
            </span>
          </div>
        ))}
        {width > 0 &&
          panels.map((panel, index) => (
            <div
              key={panel.measures[0]?.key}
              role="img"
              aria-label={`${label}: ${panel.measures.map(({ name }) => name).join(', ')}`}
              className={styles.panel}
              style={{
                top: (firstRow - ROW_PADDING / 2) * rowHeight,
                left: nameWidth + index * panelWidth,
                cursor: onOpen && 'pointer',
              }}
            >
              <BarPanel width={panelWidth} rowHeight={rowHeight} names={names} onOpen={onOpen} {...panel} rows={visibleRows} />
            </div>
          ))}
      </div>
      <div aria-live="polite" className={styles.visuallyHidden}>
        {activeRow && describeRow(activeRow)}
      </div>
    </div>
  );
}

function PanelHead({ panel: { measures, axis, firstColorIndex }, width }: { panel: Panel; width: number }) {
  const styles = useStyles();
  return (
    <div className={styles.axis} style={{ width }}>
      <div className={styles.axisTitle}>
        {measures.map(({ key, name }, index) => (
          <span key={key} className={styles.key}>
            <span className={styles.swatch} style={{ backgroundColor: getSeriesColor(firstColorIndex + index) }} />
            {name}
          </span>
        ))}
      </div>
      {axis.ticks.map((tick, index) =>
        width < NARROW_AXIS_WIDTH && index % 2 === 1 ? null : (
          <span
            key={tick}
            className={mergeClasses(styles.tick, tick === 0 && styles.firstTick)}
            style={{ left: 1 + ((width - VALUE_LABEL_WIDTH - 1) * tick) / axis.max }}
          >
            {tick.toLocaleString('en')}
          </span>
        ),
      )}
    </div>
  );
}
