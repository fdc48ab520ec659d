import { useWorkspace } from '@console/shared-auth';
import type { EvaluatedImage } from '@console/shared-contract/api';
import { listSkeletonPositions } from '@console/shared-contract/skeleton';
import {
  Badge,
  Caption1,
  ContentDialog,
  makeStyles,
  PageLink,
  SkeletonTiles,
  Text,
  Thumbnail,
  tokens,
} from '@console/shared-ui/basics';
import { ListPager, QueryState } from '@console/shared-ui/pages';
import { useEffect, useState } from 'react';
import { evaluationMessages } from '../data/evaluation-messages';
import { messages } from '../../messages';
import type { DecisionFilter } from '../data/decision-filter';
import { type DecisionParams, useDecisionList } from '../data/evaluation.queries';

const TILE_WIDTH = 256;
const TILE_HEIGHT = 200;
const useStyles = makeStyles({
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, alignItems: 'center' },
  line: { display: 'inline-block', width: '28px', marginInlineEnd: tokens.spacingHorizontalXS, verticalAlign: 'middle' },
  annotation: { borderTop: '3px solid #2a9d74' },
  prediction: { borderTop: '3px dashed #e0752d' },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(${TILE_WIDTH}px, 1fr))`,
    gap: tokens.spacingHorizontalM,
  },
  tile: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  frame: { position: 'relative', width: 'fit-content' },
  overlay: { position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' },
  text: { overflowWrap: 'anywhere' },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface DecisionsDialogProps {
  evaluation: string;
  filter: DecisionFilter;
  threshold: number | null;
  params: DecisionParams;
  /** Label names by id. */
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** Dialog with the images behind a bar or a matrix cell. Shows annotation and prediction, wrong predictions with high probability first. */
export function DecisionsDialog({ evaluation: evaluationId, filter, threshold, params, names, onClose }: DecisionsDialogProps) {
  const styles = useStyles();
  const list = useDecisionList(evaluationId, params, threshold);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener]);
  const getLabelName = (id: string | null | undefined) =>
    id === undefined
      ? evaluationMessages.anyLabel
      : id === null || id === 'none'
        ? evaluationMessages.noLabel
        : (names.get(id) ?? messages.deletedLabel);
  const title = filter.label
    ? [getLabelName(filter.label), ...(filter.imageLabel ? [getLabelName(filter.imageLabel)] : [])].join(', ')
    : filter.predicted === undefined
      ? getLabelName(filter.truth)
      : evaluationMessages.decisionsPair(getLabelName(filter.truth), getLabelName(filter.predicted));
  return (
    <ContentDialog title={evaluationMessages.decisionsTitle(title)} maxWidth="min(1180px, 96vw)" onClose={onClose}>
      <QueryState
        query={{ ...list, data: list.rows }}
        skeleton={<SkeletonTiles label={evaluationMessages.decisions} />}
        isEmpty={(rows) => rows.length === 0}
        empty={evaluationMessages.noDecisions}
      >
        {(rows) => (
          <>
            <div className={styles.legend}>
              <Caption1>{evaluationMessages.decisionsCount(list.total ?? 0)}</Caption1>
              {rows.some((row) => row.truth_box || row.said_box) && (
                <Legend hasPredictionBoxes={rows.some((row) => row.said_box)} />
              )}
            </div>
            <ul className={styles.list} aria-label={evaluationMessages.decisions}>
              {rows.map((row, index) => (
                <DecisionTile key={`${row.image} ${row.shape} ${row.said} ${index}`} decision={row} />
              ))}
            </ul>
            <ListPager list={list} />
          </>
        )}
      </QueryState>
    </ContentDialog>
  );
}

/** Predictions of detection models have boxes. Predictions for labelled objects do not. */
function Legend({ hasPredictionBoxes }: { hasPredictionBoxes: boolean }) {
  const styles = useStyles();
  return (
    <>
      <Caption1>
        <span className={`${styles.line} ${styles.annotation}`} />
        {evaluationMessages.annotated}
      </Caption1>
      {hasPredictionBoxes && (
        <Caption1>
          <span className={`${styles.line} ${styles.prediction}`} />
          {evaluationMessages.predicted}
        </Caption1>
      )}
    </>
  );
}

const formatLabel = (id: string | null, name: string | null) =>
  id === null ? evaluationMessages.noLabel : (name ?? messages.deletedLabel);

function DecisionTile({ decision }: { decision: EvaluatedImage }) {
  const styles = useStyles();
  const { workspace } = useWorkspace();
  const { image, img_width: width, img_height: height, prob, right, shape: shapeId } = decision;
  const [truth, predicted] = [
    decision.truth_value === null ? formatLabel(decision.truth, decision.truth_name) : String(decision.truth_value),
    decision.said_value === null ? formatLabel(decision.said, decision.said_name) : decision.said_value.toFixed(3),
  ];
  const scale = Math.min(TILE_WIDTH / width, TILE_HEIGHT / height);
  return (
    <li className={styles.tile}>
      <div className={styles.frame}>
        <Thumbnail
          src={decision.thumb_img_path}
          alt={(shapeId && !decision.said_box ? evaluationMessages.objectAlt : evaluationMessages.imageAlt)(truth, predicted)}
          width={Math.round(width * scale)}
          height={Math.round(height * scale)}
          blur={workspace?.blur_images ?? false}
        />
        <svg className={styles.overlay} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
          {decision.skeleton ? (
            <>
              {decision.skeleton.truth && <PoseOverlay data={decision.skeleton.truth} decision={decision} color="#2a9d74" />}
              {decision.skeleton.said && <PoseOverlay data={decision.skeleton.said} decision={decision} color="#e0752d" dashed />}
            </>
          ) : (
            <>
              {decision.truth_box && <BoxOverlay box={decision.truth_box} color="#2a9d74" />}
              {decision.said_box && <BoxOverlay box={decision.said_box} color="#e0752d" dashed />}
            </>
          )}
        </svg>
      </div>
      <Text className={styles.text}>{evaluationMessages.annotation(truth)}</Text>
      <Text className={styles.text}>{evaluationMessages.prediction(predicted, prob === null ? null : prob.toFixed(3))}</Text>
      <div className={styles.foot}>
        <Badge appearance="tint" color={right ? 'success' : 'danger'}>
          {right ? evaluationMessages.right : evaluationMessages.wrong}
        </Badge>
        {decision.skeleton?.oks != null && <Caption1>{evaluationMessages.oks(decision.skeleton.oks)}</Caption1>}
        <PageLink to={`/image/${image}`} query={shapeId ? `?object=${shapeId}` : ''}>
          {evaluationMessages.openImage}
        </PageLink>
      </div>
    </li>
  );
}

/** Radius of points in pixels of the screen. */
const POINT_RADIUS = 3;

/** Draws a skeleton: its present points and the edges between them. */
function PoseOverlay({
  data,
  decision: { img_width: width, img_height: height, skeleton },
  color,
  dashed,
}: {
  data: readonly number[];
  decision: EvaluatedImage;
  color: string;
  dashed?: boolean;
}) {
  const toPoint = (index: number) => {
    const [x = 0, y = 0, visibility = 0] = data.slice(3 * index, 3 * index + 3);
    return visibility === 0 ? null : `${x} ${y}`;
  };
  const edgesPath = (skeleton?.edges ?? [])
    .flatMap(([from = -1, to = -1]) => {
      const [start, end] = [toPoint(from), toPoint(to)];
      return start && end ? `M${start}L${end}` : [];
    })
    .join('');
  const radius = POINT_RADIUS / Math.min(TILE_WIDTH / width, TILE_HEIGHT / height);
  const lineProps = { d: edgesPath, fill: 'none', vectorEffect: 'non-scaling-stroke' as const };
  return (
    <>
      <path {...lineProps} stroke="#000" strokeOpacity={0.6} strokeWidth={4} />
      <path {...lineProps} stroke={color} strokeWidth={2} strokeDasharray={dashed ? '6 4' : undefined} />
      {listSkeletonPositions(data).map(([x, y], index) => (
        <circle
          key={index}
          cx={x}
          cy={y}
          r={radius}
          fill={color}
          stroke="#000"
          strokeOpacity={0.6}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </>
  );
}

function BoxOverlay({
  box: [x1 = 0, y1 = 0, x2 = 0, y2 = 0],
  color,
  dashed,
}: {
  box: readonly number[];
  color: string;
  dashed?: boolean;
}) {
  const rectProps = { x: x1, y: y1, width: x2 - x1, height: y2 - y1, fill: 'none', vectorEffect: 'non-scaling-stroke' as const };
  return (
    <>
      <rect {...rectProps} stroke="#000" strokeOpacity={0.6} strokeWidth={4} />
      <rect {...rectProps} stroke={color} strokeWidth={2.5} strokeDasharray={dashed ? '6 4' : undefined} />
    </>
  );
}
