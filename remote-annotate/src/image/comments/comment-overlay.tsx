import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { numberPins, useThreads } from '@console/shared-ui/comments';
import { useTopic } from '../../editor/view/layer/use-topic';
import { useScreen } from '../context/screen-context';
import { imageCommentsMessages as texts } from './image-comments-messages';
import { PositionPicker } from './position-picker';
import { useCommentsPanel } from './use-comments-panel';

const useStyles = makeStyles({
  pins: { position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' },
  pin: {
    position: 'absolute',
    transform: 'translate(-50%, -100%)',
    minWidth: '24px',
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `2px solid ${tokens.colorNeutralForegroundOnBrand}`,
    // A speech bubble, whose corner is at the place.
    borderRadius: `${tokens.borderRadiusCircular} ${tokens.borderRadiusCircular} ${tokens.borderRadiusCircular} 0`,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase200,
    lineHeight: 1,
    cursor: 'pointer',
    pointerEvents: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  open: { backgroundColor: tokens.colorPaletteRedBackground3 },
  resolved: { opacity: 0.6 },
});

/** Pins at the places of threads, and the picker for the place of a new one. A pin opens its thread. */
export function CommentOverlay() {
  const styles = useStyles();
  const { image, editor } = useScreen();
  const { isPlacing, place, setPlace, cancelPlacing, thread: openThread, openThread: open } = useCommentsPanel();
  const { data: threads = [] } = useThreads({ image: image.id });
  // Renders again with each change of zoom or position.
  useTopic(editor.topics.camera);
  if (isPlacing) return <PositionPicker onPick={setPlace} onCancel={cancelPlacing} />;
  const pins = numberPins(threads);
  const toStyle = ([x = 0, y = 0]: readonly number[]) => {
    const { x: left, y: top } = editor.viewport.toScreen({ x, y });
    return { left, top };
  };
  return (
    <div className={styles.pins}>
      {threads.map(({ id, place: position, first, resolved }) => {
        const isOpen = id === openThread;
        if (!position || (resolved && !isOpen)) return null;
        return (
          <button
            key={id}
            type="button"
            aria-label={texts.pin(pins.get(id) ?? 0, first.text)}
            aria-pressed={isOpen}
            className={mergeClasses(styles.pin, isOpen && styles.open, resolved !== null && styles.resolved)}
            style={toStyle(position)}
            onClick={() => open(id)}
          >
            {pins.get(id)}
          </button>
        );
      })}
      {place && (
        <span aria-hidden className={mergeClasses(styles.pin, styles.open)} style={toStyle(place)}>
          +
        </span>
      )}
    </div>
  );
}
