/** A rectangle of the window, in CSS pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Area, 'width' | 'height'>;
type Position = Pick<Area, 'left' | 'top'>;

/** Minimum distance to the shape and to the edges of the window. */
const GAP = 12;

/**
 * Returns a position next to, below or above `shape` for a rectangle of `size`. If no side has enough space, returns the corner of the
 * window where the rectangle covers the smallest part of the shape.
 */
export function placeBeside(shape: Area, size: Size, window: Size): Position {
  const moveIntoWindow = ({ left, top }: Position): Position => ({
    left: Math.max(GAP, Math.min(left, window.width - size.width - GAP)),
    top: Math.max(GAP, Math.min(top, window.height - size.height - GAP)),
  });
  const right = shape.left + shape.width + GAP;
  const bottom = shape.top + shape.height + GAP;
  const sidePositions: readonly Position[] = [
    { left: right, top: shape.top },
    { left: shape.left - size.width - GAP, top: shape.top },
    { left: shape.left, top: bottom },
    { left: shape.left, top: shape.top - size.height - GAP },
  ];
  const [farLeft, farTop] = [window.width - size.width - GAP, window.height - size.height - GAP];
  const cornerPositions: readonly Position[] = [
    { left: farLeft, top: GAP },
    { left: farLeft, top: farTop },
    { left: GAP, top: GAP },
    { left: GAP, top: farTop },
  ];
  let bestPosition: Position = { left: GAP, top: GAP };
  let minOverlap = Infinity;
  for (const position of [...sidePositions, ...cornerPositions].map(moveIntoWindow)) {
    const overlap = getOverlap({ ...position, ...size }, shape);
    if (overlap < minOverlap) [bestPosition, minOverlap] = [position, overlap];
  }
  return bestPosition;
}

function getOverlap(a: Area, b: Area): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
