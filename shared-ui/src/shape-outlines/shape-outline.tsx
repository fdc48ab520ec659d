import type { ItemSnapshot } from '@console/shared-contract/api';
import { traceMaskRings } from '@console/shared-contract/mask-outlines';
import { computeRotatedCorners } from '@console/shared-contract/rotated-box';
import { computeSkeletonBounds, listSkeletonPositions } from '@console/shared-contract/skeleton';
import { useMemo } from 'react';
import type { LineStyle } from './line-style';

/** The geometry of a shape, as in the snapshots of the work of annotators. */
export type OutlinedShape = Pick<ItemSnapshot['shapes'][number], 'kind' | 'data' | 'rotated_box' | 'mask'>;

export interface ShapeOutlineProps {
  shape: OutlinedShape;
  lineStyle: LineStyle;
  /** Text of the tooltip. */
  title: string;
  isFilled?: boolean;
  /** Line width in pixels of the screen. */
  width?: number;
  /** Radius of points in pixels of the image. */
  radius?: number;
}

/** The outline of a shape in an SVG whose units are pixels of the image. */
export function ShapeOutline({
  shape: { kind, data, rotated_box: rotatedBox, mask },
  lineStyle: { stroke, dash },
  title,
  isFilled = false,
  width = 2,
  radius = 4,
}: ShapeOutlineProps) {
  const maskPath = useMemo(() => (mask ? toPath(traceMaskRings({ data: mask, bbox: data })) : null), [mask, data]);
  const shapeProps = {
    stroke,
    strokeWidth: width,
    strokeDasharray: dash,
    fill: isFilled ? stroke : 'none',
    fillOpacity: 0.25,
    vectorEffect: 'non-scaling-stroke' as const,
  };
  const tooltip = <title>{title}</title>;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  if (maskPath !== null)
    return (
      <path d={maskPath} fillRule="evenodd" {...shapeProps}>
        {tooltip}
      </path>
    );
  // Snapshots that an earlier release has stored contain only the box around a mask.
  if (kind === 'mask' || (kind === 'object' && !rotatedBox))
    return (
      <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} {...shapeProps}>
        {tooltip}
      </rect>
    );
  if (kind === 'skeleton') {
    const [left, top, right, bottom] = computeSkeletonBounds(data) ?? [0, 0, 0, 0];
    return (
      <g>
        <rect x={left} y={top} width={right - left} height={bottom - top} {...shapeProps}>
          {tooltip}
        </rect>
        {listSkeletonPositions(data).map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={(radius * 3) / 4} {...shapeProps} fill={stroke} fillOpacity={1} />
        ))}
      </g>
    );
  }
  if (kind !== 'point')
    return (
      <polygon points={(rotatedBox ? computeRotatedCorners(rotatedBox) : data).join(' ')} {...shapeProps}>
        {tooltip}
      </polygon>
    );
  return (
    <circle cx={x1} cy={y1} r={radius} {...shapeProps}>
      {tooltip}
    </circle>
  );
}

/** Returns the SVG path of closed outlines. Each outline is a flat list of x and y. */
const toPath = (outlines: readonly number[][]) => outlines.map((corners) => `M${corners.join(' ')}Z`).join('');
