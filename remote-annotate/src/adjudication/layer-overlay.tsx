import type { DisputedItemDetails, ProposedShape, TrainingImage } from '@console/shared-contract/api';
import { computeRotatedBounds } from '@console/shared-contract/rotated-box';
import { computeSkeletonBounds } from '@console/shared-contract/skeleton';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { getLineStyle, ShapeOutline, type LineStyle } from '@console/shared-ui/shape-outlines';
import { adjudicationMessages } from './adjudication-messages';
import { getChosenShape, type Choices } from './choices';

/** The line style of proposed shapes, which the server merges from the shapes of users. */
export const PROPOSAL_LINE: LineStyle = { stroke: '#f5c518', dash: undefined };
const PROPOSAL_WIDTH = 4;
/** Margin around the current object: `ratio` is relative to its size, `min` is in image pixels. */
const ZOOM_MARGIN = { ratio: 1, min: 64 };

const useStyles = makeStyles({
  frame: {
    height: 'min(62vh, 720px)',
    '@media (max-width: 900px)': { height: '44vh' },
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
  svg: { display: 'block', width: '100%', height: '100%' },
  blurred: { filter: 'blur(12px)' },
  otherClusters: { opacity: 0.3 },
});

interface LayerOverlayProps {
  image: Pick<TrainingImage, 'img_path' | 'img_width' | 'img_height'>;
  item: DisputedItemDetails;
  choices: Choices;
  /** Index of the current cluster. */
  currentIndex: number;
  isZoomed: boolean;
  blur: boolean;
}

/** Shows the image with the shapes of all users, zoomed to the current object. The chosen shape is filled. */
export function LayerOverlay({ image, item: disputedItem, choices, currentIndex, isZoomed, blur }: LayerOverlayProps) {
  const styles = useStyles();
  const { img_path: imageUrl, img_width: width, img_height: height } = image;
  const cluster = disputedItem.clusters[currentIndex];
  const viewBox =
    isZoomed && cluster ? computeViewBox(listShapes(disputedItem, currentIndex), width, height) : [0, 0, width, height];
  const radius = (viewBox[2] ?? width) / 150;
  const chosenShape = cluster ? getChosenShape(disputedItem, cluster, choices.shapes[currentIndex] ?? null) : null;
  const renderCluster = (index: number) =>
    disputedItem.clusters[index]?.members.map(({ user, shape }) => {
      const layerIndex = disputedItem.layers.findIndex((userLayer) => userLayer.user.id === user);
      const outline = disputedItem.layers[layerIndex]?.shapes[shape];
      return (
        outline && (
          <ShapeOutline
            key={`${user} ${shape}`}
            shape={outline}
            lineStyle={getLineStyle(layerIndex)}
            title={`${disputedItem.layers[layerIndex]?.user.username}: ${outline.name ?? adjudicationMessages.deletedLabel}`}
            isFilled={outline === chosenShape}
            radius={radius}
          />
        )
      );
    });
  return (
    <div className={styles.frame}>
      <svg
        role="img"
        aria-label={adjudicationMessages.overlay(disputedItem.layers.map(({ user }) => user.username))}
        viewBox={viewBox.join(' ')}
        className={styles.svg}
      >
        <image href={imageUrl} width={width} height={height} className={blur ? styles.blurred : undefined} />
        <g className={styles.otherClusters}>
          {disputedItem.clusters.map((_, index) => (index === currentIndex ? null : renderCluster(index)))}
        </g>
        {cluster && (
          <ShapeOutline
            shape={cluster.proposal}
            lineStyle={PROPOSAL_LINE}
            title={`${adjudicationMessages.proposal}: ${cluster.proposal.name ?? adjudicationMessages.deletedLabel}`}
            isFilled={cluster.proposal === chosenShape}
            width={PROPOSAL_WIDTH}
            radius={radius}
          />
        )}
        {renderCluster(currentIndex)}
      </svg>
    </div>
  );
}

function listShapes({ clusters, layers }: DisputedItemDetails, clusterIndex: number): ProposedShape[] {
  const { members = [], proposal } = clusters[clusterIndex] ?? {};
  const drawnShapes = members.flatMap(({ user, shape }) => layers.find((layer) => layer.user.id === user)?.shapes[shape] ?? []);
  return proposal ? [proposal, ...drawnShapes] : drawnShapes;
}

/** Returns the part of the image around some shapes, as x, y, width and height. */
function computeViewBox(shapes: readonly ProposedShape[], width: number, height: number): number[] {
  const boxes = shapes.map(computeBounds);
  const [left, top] = [Math.min(...boxes.map(([x1]) => x1)), Math.min(...boxes.map(([, y1]) => y1))];
  const [right, bottom] = [Math.max(...boxes.map(([, , x2]) => x2)), Math.max(...boxes.map(([, , , y2]) => y2))];
  const margin = Math.max(ZOOM_MARGIN.min, ZOOM_MARGIN.ratio * Math.max(right - left, bottom - top));
  const [x1, y1] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  return [x1, y1, Math.min(width, right + margin) - x1, Math.min(height, bottom + margin) - y1];
}

function computeBounds({ kind, data, rotated_box: rotatedBox }: ProposedShape): readonly [number, number, number, number] {
  if (rotatedBox) return computeRotatedBounds(rotatedBox);
  if (kind === 'skeleton') return computeSkeletonBounds(data) ?? [0, 0, 0, 0];
  const [xs, ys] = [data.filter((_, index) => index % 2 === 0), data.filter((_, index) => index % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
