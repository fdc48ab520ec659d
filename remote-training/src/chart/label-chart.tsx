import { getDistinctNames, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { messages } from '../messages';
import { axisOf, type Axis } from './axis';
import { BarPanel, colorAt, PADDING, VALUE_ROOM } from './bar-panel';
import { formatMeasure, type MeasuredRow, type Measure } from './measures';
import { useWidth } from './use-width';

const words = messages.chartWords;
const LINE = 15;
/** Rows are drawn in blocks: those that are seen, and one to either side. Each bar costs the library a quarter of a millisecond. */
const BLOCK = 6;
/** Of the frame, in pixels. */
const MOST_HEIGHT = 640;
/** Below this width every other number of an axis is left out. */
const NARROW = 280;

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    maxHeight: `max(280px, min(${MOST_HEIGHT}px, 70vh))`,
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
  // The bars' own padding reaches beyond the rows; with it a chart of three labels would scroll, and swallow the wheel.
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
  // A row has room for two lines of smaller letters.
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
  said: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
});

export interface LabelChartProps {
  /** Name of the chart for screen readers. */
  label: string;
  /** Title of the axis of names. */
  nameTitle: string;
  /** In the order that they are drawn in. */
  rows: readonly MeasuredRow[];
  /** Shares are drawn on one axis; counts, which would dwarf them, beside on one of their own. */
  measures: readonly Measure[];
  /** What a click on a row's bars, or Enter, opens. */
  onOpen?: (row: MeasuredRow) => void;
}

interface Panel {
  measures: Measure[];
  axis: Axis;
  colorFrom: number;
}

function panelsOf(measures: readonly Measure[], rows: readonly MeasuredRow[]): Panel[] {
  return (['share', 'number', 'count'] as const).flatMap((kind): Panel[] => {
    const own = measures.filter((measure) => measure.kind === kind);
    if (own.length === 0) return [];
    const values = rows.flatMap((row) => own.flatMap(({ key }) => row.values[key] ?? []));
    return [{ measures: own, axis: axisOf(kind, values), colorFrom: measures.findIndex(({ key }) => key === own[0]?.key) }];
  });
}

/** Rows of bars that scroll under their axes. The arrow keys walk through them; each is read out with its numbers. */
export function LabelChart({ label, nameTitle, rows, measures, onOpen }: LabelChartProps) {
  const styles = useStyles();
  const { ref, width, element } = useWidth();
  const [block, setBlock] = useState(0);
  const [activeId, setActiveId] = useState<string | null>(null);
  const panels = useMemo(() => panelsOf(measures, rows), [measures, rows]);
  const names = useMemo(() => getDistinctNames(rows), [rows]);
  const rowHeight = 10 + LINE * Math.max(1, ...panels.map((panel) => panel.measures.length));
  const nameWidth = Math.round(Math.min(260, Math.max(96, width * 0.28)));
  const panelWidth = Math.max(80, Math.floor((width - nameWidth) / panels.length));
  const from = Math.max(0, (block - 1) * BLOCK);
  const seen = rows.slice(from, (block + 2) * BLOCK + Math.ceil(MOST_HEIGHT / rowHeight));
  const active = rows.find(({ id }) => id === activeId);

  const goTo = (index: number) => {
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
    const at = rows.findIndex(({ id }) => id === activeId);
    const targets: Record<string, number> = {
      ArrowDown: Math.min(rows.length - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      PageDown: Math.min(rows.length - 1, at + 10),
      PageUp: Math.max(0, at - 10),
      Home: 0,
      End: rows.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      goTo(target);
    } else if (event.key === 'Enter' && active && onOpen) {
      // Or the rest of the key goes to the button of the dialog that has the focus by then, and closes it.
      event.preventDefault();
      onOpen(active);
    }
  };
  const say = (row: MeasuredRow) =>
    [
      names.get(row.id),
      ...measures.map(({ key, name, kind }) => `${name} ${formatMeasure(kind, row.values[key], messages.undefinedMeasure)}`),
    ].join(', ');

  return (
    <div
      ref={ref}
      className={styles.frame}
      role="group"
      tabIndex={0}
      aria-label={`${label}. ${onOpen ? words.keysOpen : words.keys}`}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setBlock(Math.floor(currentTarget.scrollTop / rowHeight / BLOCK))}
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
        {seen.map((row, index) => (
          // The table beside says the same to keyboard and screen reader.
          <div
            key={row.id}
            aria-hidden
            className={mergeClasses(styles.row, row.id === activeId && styles.active)}
            style={{ top: (from + index) * rowHeight, height: rowHeight }}
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
              style={{ top: (from - PADDING / 2) * rowHeight, left: nameWidth + index * panelWidth, cursor: onOpen && 'pointer' }}
            >
              <BarPanel width={panelWidth} {...{ rowHeight, names, onOpen, ...panel }} rows={seen} />
            </div>
          ))}
      </div>
      <div aria-live="polite" className={styles.said}>
        {active && say(active)}
      </div>
    </div>
  );
}

function PanelHead({ panel: { measures, axis, colorFrom }, width }: { panel: Panel; width: number }) {
  const styles = useStyles();
  return (
    <div className={styles.axis} style={{ width }}>
      <div className={styles.axisTitle}>
        {measures.map(({ key, name }, index) => (
          <span key={key} className={styles.key}>
            <span className={styles.swatch} style={{ backgroundColor: colorAt(colorFrom + index) }} />
            {name}
          </span>
        ))}
      </div>
      {axis.ticks.map((tick, index) =>
        width < NARROW && index % 2 === 1 ? null : (
          <span
            key={tick}
            className={mergeClasses(styles.tick, tick === 0 && styles.firstTick)}
            style={{ left: 1 + ((width - VALUE_ROOM - 1) * tick) / axis.max }}
          >
            {tick.toLocaleString('en')}
          </span>
        ),
      )}
    </div>
  );
}
