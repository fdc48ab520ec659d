/** The style of the outlines of one user. */
export interface LineStyle {
  stroke: string;
  dash: string | undefined;
}

/** The styles differ in colour and in dashes, because colour alone is not accessible. Four styles suffice: an item has at most four users. */
const LINE_STYLES: readonly LineStyle[] = [
  { stroke: '#2f6fed', dash: undefined },
  { stroke: '#e0752d', dash: '6 4' },
  { stroke: '#2a9d74', dash: '2 3' },
  { stroke: '#b04ad0', dash: '9 3 2 3' },
];

/** Returns the line style of the user with this index. */
export const getLineStyle = (index: number): LineStyle => LINE_STYLES[index % LINE_STYLES.length] ?? LINE_STYLES[0]!;

/** A sample of a line, for a legend. */
export function LineSample({ lineStyle: { stroke, dash }, width = 3 }: { lineStyle: LineStyle; width?: number }) {
  return (
    <svg width="32" height="8" aria-hidden>
      <line x1="0" y1="4" x2="32" y2="4" stroke={stroke} strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}
