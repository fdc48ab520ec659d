import { Line } from './konva-parts';
import { DASH, FILL_OPACITY, STROKE_WIDTH } from '../../painting/look';

interface OutlineProps {
  /** Flat list of vertices in image pixels. */
  readonly points: readonly number[];
  readonly color: string;
  readonly dash?: readonly number[];
  readonly width?: number;
  readonly isFilled?: boolean;
  readonly isClosed?: boolean;
}

/** An outline with a constant width on the screen. */
export function Outline({ points, color, dash, width = STROKE_WIDTH, isFilled = false, isClosed = true }: OutlineProps) {
  const flat = [...points];
  return (
    <>
      {isFilled && <Line points={flat} closed fill={color} opacity={FILL_OPACITY} fillRule="evenodd" />}
      <Line
        points={flat}
        closed={isClosed}
        stroke={color}
        strokeWidth={width}
        dash={dash && [...dash]}
        strokeScaleEnabled={false}
        lineJoin="round"
        perfectDrawEnabled={false}
      />
    </>
  );
}

/** A dashed outline over a dark line, which is visible on any image. */
export function LegibleOutline({ points, color, isClosed }: Pick<OutlineProps, 'points' | 'color' | 'isClosed'>) {
  return (
    <>
      <Outline points={points} color="rgba(0, 0, 0, 0.6)" isClosed={isClosed} />
      <Outline points={points} color={color} dash={DASH} isClosed={isClosed} isFilled />
    </>
  );
}
