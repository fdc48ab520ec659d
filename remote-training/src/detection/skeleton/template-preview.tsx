import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { useRef, useState, type PointerEvent } from 'react';
import type { TemplateDraft } from './template-draft';
import { templateMessages as messages } from './template-messages';

const useStyles = makeStyles({
  frame: {
    display: 'block',
    width: '100%',
    maxWidth: '220px',
    aspectRatio: '1',
    overflow: 'visible',
    touchAction: 'none',
    margin: `${tokens.spacingVerticalM} auto`,
  },
  box: { fill: tokens.colorNeutralBackground3, stroke: tokens.colorNeutralStroke1, strokeDasharray: '2 2', strokeWidth: '0.5' },
  edge: { stroke: tokens.colorNeutralForeground2, strokeWidth: '1.2' },
  point: { fill: tokens.colorBrandBackground, stroke: tokens.colorNeutralBackground1, strokeWidth: '0.8', cursor: 'grab' },
  right: { fill: tokens.colorNeutralForeground1 },
});

interface TemplatePreviewProps {
  draft: TemplateDraft;
  onMove: (id: number, position: { x: number; y: number }) => void;
}

const toPercent = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 1000) / 10;

/**
 * The points in their box, connected by the edges. Points can be dragged; the number fields beside their names are the
 * alternative for the keyboard.
 */
export function TemplatePreview({ draft: { points, edges, pairs }, onMove }: TemplatePreviewProps) {
  const styles = useStyles();
  const frame = useRef<SVGSVGElement>(null);
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const pointsById = new Map(points.map((point) => [point.id, point]));
  const rightPointIds = new Set(pairs.map(([, right]) => right));
  const drag = (event: PointerEvent) => {
    const bounds = frame.current?.getBoundingClientRect();
    if (draggedId === null || !bounds) return;
    onMove(draggedId, {
      x: toPercent((event.clientX - bounds.left) / bounds.width),
      y: toPercent((event.clientY - bounds.top) / bounds.height),
    });
  };
  return (
    <svg
      ref={frame}
      role="img"
      aria-label={messages.preview}
      viewBox="0 0 100 100"
      className={styles.frame}
      onPointerMove={drag}
      onPointerUp={() => setDraggedId(null)}
      onPointerLeave={() => setDraggedId(null)}
    >
      <rect className={styles.box} width="100" height="100" />
      {edges.map(([from, to]) => {
        const [start, end] = [pointsById.get(from), pointsById.get(to)];
        return (
          start && end && <line key={`${from} ${to}`} className={styles.edge} x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
        );
      })}
      {points.map(({ id, name, x, y }) => (
        <circle
          key={id}
          className={mergeClasses(styles.point, rightPointIds.has(id) && styles.right)}
          cx={x}
          cy={y}
          r="2.6"
          onPointerDown={() => setDraggedId(id)}
        >
          <title>{name}</title>
        </circle>
      ))}
    </svg>
  );
}
