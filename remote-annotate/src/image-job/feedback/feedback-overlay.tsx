import { makeStyles, tokens } from '@console/shared-ui/basics';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../../image/context/screen-context';
import { feedbackMessages as messages } from './feedback-messages';
import type { ItemFeedback } from './use-gold-feedback';

/** Minimum size of a mark in screen pixels, for example of the mark around a point. */
const MIN_MARK_SIZE = 16;
const useStyles = makeStyles({
  layer: { position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' },
  mark: {
    position: 'absolute',
    boxSizing: 'border-box',
    border: `3px dashed ${tokens.colorPaletteRedBackground3}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  kind: {
    position: 'absolute',
    insetInlineStart: 0,
    bottom: '100%',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
});

/** Marks the positions with feedback on the canvas, if the canvas shows the image of the feedback. */
export function FeedbackOverlay({ feedback }: { feedback: ItemFeedback }) {
  const styles = useStyles();
  const { image, editor } = useScreen();
  // Render again on each change of zoom or position.
  useTopic(editor.topics.camera);
  if (feedback.itemId !== image.id) return null;
  return (
    <div role="group" aria-label={messages.overlay} className={styles.layer}>
      {feedback.differences.map(({ kind, box }, index) => {
        if (!box) return null;
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
        const [topLeft, bottomRight] = [editor.viewport.toScreen({ x: x1, y: y1 }), editor.viewport.toScreen({ x: x2, y: y2 })];
        const [width, height] = [
          Math.max(MIN_MARK_SIZE, bottomRight.x - topLeft.x),
          Math.max(MIN_MARK_SIZE, bottomRight.y - topLeft.y),
        ];
        const center = { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 };
        return (
          <div
            key={index}
            role="img"
            aria-label={messages.kinds[kind]}
            className={styles.mark}
            style={{ left: center.x - width / 2, top: center.y - height / 2, width, height }}
          >
            <span className={styles.kind}>{messages.kinds[kind]}</span>
          </div>
        );
      })}
    </div>
  );
}
