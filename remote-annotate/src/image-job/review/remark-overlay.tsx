import { useSession } from '@console/shared-auth';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useCommentsPanel } from '../../image/comments/use-comments-panel';
import { useScreen } from '../../image/context/screen-context';
import { reviewMessages } from './review-messages';
import { PositionPicker } from '../../image/comments/position-picker';
import { RemarkBar } from './remark-bar';
import type { Review } from './use-review';

const useStyles = makeStyles({
  pins: { position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' },
  pin: {
    position: 'absolute',
    transform: 'translate(-50%, -50%)',
    width: '24px',
    height: '24px',
    padding: 0,
    borderRadius: tokens.borderRadiusCircular,
    border: `2px solid ${tokens.colorNeutralForegroundOnBrand}`,
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase200,
    lineHeight: 1,
    display: 'grid',
    placeItems: 'center',
  },
});

/** Shows the remarks of the current image at their positions on the canvas, and the picker for the position of a new remark. */
export function RemarkOverlay({ review }: { review: Review }) {
  const styles = useStyles();
  const userId = useSession().user?.id;
  const { image, editor } = useScreen();
  // Render again on each change of zoom or position.
  useTopic(editor.topics.camera);
  const { isOpen: hasCommentPins } = useCommentsPanel();
  const remarks = review.remarks.all.filter((remark) => remark.image === image.id);
  const { draft, setDraft } = review;
  if (draft?.step === 'position' && draft.imageId === image.id)
    return (
      <PositionPicker
        onPick={(position) => setDraft({ step: 'text', imageId: image.id, position })}
        onCancel={() => setDraft(null)}
      />
    );
  if (remarks.length === 0) return null;
  return (
    <>
      <div className={styles.pins}>
        {remarks.map(({ id, data }, index) => {
          // If the comments panel is open, it shows the pins of all threads, including the threads of remarks.
          if (!data || hasCommentPins) return null;
          const [x = 0, y = 0] = data;
          const { x: left, y: top } = editor.viewport.toScreen({ x, y });
          return (
            <span key={id} role="img" aria-label={reviewMessages.pin(index + 1)} className={styles.pin} style={{ left, top }}>
              {index + 1}
            </span>
          );
        })}
      </div>
      <RemarkBar remarks={remarks} userId={userId} onReopen={review.setRemarkToReopen} />
    </>
  );
}
