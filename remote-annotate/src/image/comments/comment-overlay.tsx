import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { numberPins, useThreads } from '@console/shared-ui/comments';
import type { CommentThread } from '@console/shared-contract/api';
import { useTopic } from '../../editor/view/layer/use-topic';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { useScreen } from '../context/screen-context';
import { getListedName } from '../labels/label-names';
import { imageCommentsMessages as texts } from './image-comments-messages';
import { PositionPicker } from './position-picker';
import { useCommentsPanel } from './use-comments-panel';

const useStyles = makeStyles({
  pins: { position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' },
  pin: {
    position: 'absolute',
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    transform: 'translate(-50%, -100%)',
    minWidth: '24px',
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: `2px solid ${tokens.colorNeutralForegroundOnBrand}`,
    // The shape of a speech bubble. Its square corner is at the position of the comment.
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
  // The number of threads at the corner of a shape.
  count: { borderRadius: tokens.borderRadiusMedium, transform: 'translate(-50%, -50%)' },
  open: { backgroundColor: tokens.colorPaletteRedBackground3 },
  resolved: { opacity: 0.6 },
});

/**
 * Shows pins at the positions of comment threads, the number of threads at each shape, and the picker for the position of a new thread. A
 * click on a pin opens its thread. Pins ignore the pointer while the user draws, unless the comments panel is open.
 */
export function CommentOverlay() {
  const styles = useStyles();
  const { image, editor, overlay } = useScreen();
  const {
    isOpen: isPanelOpen,
    isPlacing,
    position: newThreadPosition,
    setPosition,
    cancelPlacing,
    thread: openThreadId,
    openThread: openThreadById,
  } = useCommentsPanel();
  const { data: threads = [] } = useThreads({ image: image.id });
  const { chosenTool } = useTopic(editor.topics.tool);
  const { shapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  // Render again on each change of zoom or position.
  useTopic(editor.topics.camera);
  if (isPlacing) return <PositionPicker onPick={setPosition} onCancel={cancelPlacing} />;
  const pinNumbers = numberPins(threads);
  const ignoresPointer = !isPanelOpen && chosenTool !== 'select';
  const toPinStyle = ([x = 0, y = 0]: readonly number[]) => {
    const { x: left, y: top } = editor.viewport.toScreen({ x, y });
    return { left, top, ...(ignoresPointer && { pointerEvents: 'none' as const }) };
  };
  // On the page of a job, the overlay of the page shows the pins of review remarks.
  const hasRemarkPins = !isPanelOpen && overlay != null;
  return (
    <div className={styles.pins}>
      {groupByShape(threads).map(([shapeId, shapeThreads]) => {
        const shape = editor.document.findByServerId(shapeId);
        const [firstThread] = shapeThreads;
        if (!shape || !firstThread) return null;
        const { maxX, minY } = shapeKinds.getBounds(shape);
        const isOpen = shapeThreads.some(({ id }) => id === openThreadId);
        return (
          <button
            key={shapeId}
            type="button"
            aria-label={texts.shapePin(shapeThreads.length, getListedName(shape, shapes, labels))}
            aria-pressed={isOpen}
            className={mergeClasses(styles.pin, styles.count, isOpen && styles.open)}
            style={toPinStyle([maxX, minY])}
            onClick={() => {
              editor.select(shape.id);
              openThreadById(firstThread.id);
            }}
          >
            {shapeThreads.length}
          </button>
        );
      })}
      {threads.map(({ id, place: position, first, resolved: resolvedTime, remark }) => {
        const isOpen = id === openThreadId;
        if (!position || (resolvedTime && !isOpen) || (remark && hasRemarkPins)) return null;
        return (
          <button
            key={id}
            type="button"
            aria-label={texts.pin(pinNumbers.get(id) ?? 0, first.text)}
            aria-pressed={isOpen}
            className={mergeClasses(styles.pin, isOpen && styles.open, resolvedTime !== null && styles.resolved)}
            style={toPinStyle(position)}
            onClick={() => openThreadById(id)}
          >
            {pinNumbers.get(id)}
          </button>
        );
      })}
      {newThreadPosition && (
        <span aria-hidden className={mergeClasses(styles.pin, styles.open)} style={toPinStyle(newThreadPosition)}>
          +
        </span>
      )}
    </div>
  );
}

/** Groups the open threads by the row id of their shape. Omits threads that have their own pin. */
function groupByShape(threads: readonly CommentThread[]): [string, CommentThread[]][] {
  const groups = new Map<string, CommentThread[]>();
  for (const thread of threads) {
    if (thread.kind === 'image' || thread.place || thread.resolved) continue;
    groups.set(thread.entity, [...(groups.get(thread.entity) ?? []), thread]);
  }
  return [...groups];
}
