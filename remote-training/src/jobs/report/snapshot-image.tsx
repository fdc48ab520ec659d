import type { ItemSnapshot, TrainingImage } from '@console/shared-contract/api';
import { computeSkeletonBounds, listSkeletonPositions } from '@console/shared-contract/skeleton';
import { traceMaskRings } from '@console/shared-contract/mask-outlines';
import { computeRotatedCorners } from '@console/shared-contract/rotated-box';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { agreementMessages } from './job-report-messages';
import { messages } from '../../messages';

/** Line styles of the users. They differ in dashes too, because colour alone is not accessible. */
const STROKE_STYLES = [
  { stroke: '#2f6fed', dash: undefined },
  { stroke: '#e0752d', dash: '6 4' },
  { stroke: '#2a9d74', dash: '2 3' },
  { stroke: '#b04ad0', dash: '9 3 2 3' },
] as const;
const useStyles = makeStyles({
  frame: {
    position: 'relative',
    maxWidth: 'min(100%, 960px)',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  image: { display: 'block', width: '100%', height: 'auto' },
  blurred: { filter: 'blur(12px)' },
  overlay: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, margin: 0, padding: 0, listStyleType: 'none' },
  key: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

export interface SnapshotImageProps {
  image: Pick<TrainingImage, 'img_path' | 'img_width' | 'img_height'>;
  snapshots: readonly ItemSnapshot[];
  /** Ids of users whose shapes are not drawn. */
  hiddenUserIds: ReadonlySet<string>;
  blur: boolean;
}

const getStrokeStyle = (index: number) => STROKE_STYLES[index % STROKE_STYLES.length] ?? STROKE_STYLES[0];

/** Draws the shapes of several users over one image. Shapes that no other user has drawn are filled. */
export function SnapshotImage({
  image: { img_path, img_width, img_height },
  snapshots,
  hiddenUserIds,
  blur,
}: SnapshotImageProps) {
  const styles = useStyles();
  const overlayLabel = agreementMessages.overlay(snapshots[0]?.user.username ?? '', snapshots[1]?.user.username ?? '');
  return (
    <>
      <ul className={styles.legend}>
        {snapshots.map(({ user }, userIndex) => (
          <li key={user.id} className={styles.key}>
            <svg width="32" height="8" aria-hidden>
              <line
                x1="0"
                y1="4"
                x2="32"
                y2="4"
                stroke={getStrokeStyle(userIndex).stroke}
                strokeWidth="3"
                strokeDasharray={getStrokeStyle(userIndex).dash}
              />
            </svg>
            {user.username}
          </li>
        ))}
      </ul>
      {/* Limits the width, so that a portrait image also fits into 70 % of the window height. */}
      <div className={styles.frame} style={{ maxWidth: `min(100%, ${(70 * img_width) / img_height}vh)` }}>
        <img
          src={img_path}
          alt={agreementMessages.imageAlt}
          width={img_width}
          height={img_height}
          className={`${styles.image} ${blur ? styles.blurred : ''}`}
        />
        <svg role="img" aria-label={overlayLabel} viewBox={`0 0 ${img_width} ${img_height}`} className={styles.overlay}>
          {snapshots.map(({ user, shapes }, userIndex) =>
            hiddenUserIds.has(user.id)
              ? null
              : shapes.map((shape, index) => <Outline key={`${user.id} ${index}`} shape={shape} userIndex={userIndex} />),
          )}
        </svg>
      </div>
    </>
  );
}

function Outline({
  shape: { kind, data, rotated_box, mask, name, matched_by },
  userIndex,
}: {
  shape: ItemSnapshot['shapes'][number];
  userIndex: number;
}) {
  const { stroke, dash } = getStrokeStyle(userIndex);
  const maskPath = useMemo(() => (mask ? toPath(traceMaskRings({ data: mask, bbox: data })) : null), [mask, data]);
  const isUnmatched = kind !== 'point' && matched_by.length === 0;
  const shapeProps = {
    stroke,
    strokeWidth: 2,
    strokeDasharray: dash,
    fill: isUnmatched ? stroke : 'none',
    fillOpacity: 0.25,
    vectorEffect: 'non-scaling-stroke' as const,
  };
  const title = <title>{name ?? messages.deletedLabel}</title>;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  if (maskPath !== null)
    return (
      <path d={maskPath} fillRule="evenodd" {...shapeProps}>
        {title}
      </path>
    );
  // Work that was saved by an earlier release has only the box around a mask.
  if (kind === 'mask' || (kind === 'object' && !rotated_box))
    return (
      <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} {...shapeProps}>
        {title}
      </rect>
    );
  if (kind === 'skeleton') {
    const [left, top, right, bottom] = computeSkeletonBounds(data) ?? [0, 0, 0, 0];
    return (
      <g>
        <rect x={left} y={top} width={right - left} height={bottom - top} {...shapeProps}>
          {title}
        </rect>
        {listSkeletonPositions(data).map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={3} {...shapeProps} fill={stroke} fillOpacity={1} />
        ))}
      </g>
    );
  }
  if (kind !== 'point')
    return (
      <polygon points={(rotated_box ? computeRotatedCorners(rotated_box) : data).join(' ')} {...shapeProps}>
        {title}
      </polygon>
    );
  return (
    <circle cx={x1} cy={y1} r={4} {...shapeProps}>
      {title}
    </circle>
  );
}

/** Returns the SVG path of closed outlines, each x and y of its corners. */
const toPath = (outlines: readonly number[][]) => outlines.map((corners) => `M${corners.join(' ')}Z`).join('');
