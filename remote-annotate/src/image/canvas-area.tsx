import { Button, EmptyState, makeStyles, ProgressBar, tokens } from '@console/shared-ui/basics';
import { useCallback, useEffect, useMemo } from 'react';
import { AnnotationCanvas } from '../editor/view';
import { messages } from '../messages';
import { useSaveState } from '../outbox';
import { usePicture } from '../picture';
import { filterOf, useAdjustments } from './adjustments';
import { CanvasNotes } from './canvas-notes';
import { useScreen } from './screen-context';

const useStyles = makeStyles({
  // The canvas requests the window height minus 165 px. That is too much if toolbars wrap or the panel is below.
  area: { position: 'relative', flexGrow: 1, minHeight: '240px', overflow: 'hidden', '& > *': { maxHeight: '100%' } },
  progress: { position: 'absolute', insetInline: 0, top: 0 },
  failed: { position: 'absolute', insetInline: 0, top: '25%', backgroundColor: tokens.colorNeutralBackground1 },
});

/** The canvas with its progress bar and error message. Shapes can be edited before the image is loaded. */
export function CanvasArea({ maskOpacity }: { maskOpacity: number }) {
  const styles = useStyles();
  const { editor, image, outbox, onSeen, overlay } = useScreen();
  const adjustments = useAdjustments();
  const picture = usePicture(image.img_path);
  const isFailed = picture.state === 'failed';
  useEffect(() => {
    if (isFailed) onSeen?.('failure');
  }, [isFailed, onSeen]);
  const onPainted = useCallback(() => onSeen?.('item'), [onSeen]);
  const mask = usePicture(image.foreground_mask);
  const state = useSaveState(outbox);
  const marked = useMemo(
    () =>
      new Set(
        state.kind === 'attention'
          ? state.items.flatMap((item) => (item.imageId === image.id && item.op !== 'call' ? [item.shapeId] : []))
          : [],
      ),
    [state, image.id],
  );
  return (
    <div className={styles.area}>
      {/* Not loaded lazily, so that konva is fetched together with the chunk of the page, without another round trip. */}
      <AnnotationCanvas
        editor={editor}
        picture={picture.picture}
        mask={mask.picture ? { image: mask.picture.bitmap, opacity: maskOpacity } : null}
        filter={filterOf(adjustments)}
        marked={marked}
        onPainted={onPainted}
        label={messages.image.canvas}
      />
      <CanvasNotes />
      {overlay}
      {picture.state === 'loading' && <ProgressBar className={styles.progress} aria-label={messages.image.loading} />}
      {isFailed && (
        <div className={styles.failed}>
          <EmptyState action={<Button onClick={picture.retry}>{messages.image.retry}</Button>}>
            {messages.image.pictureFailed}
          </EmptyState>
        </div>
      )}
    </div>
  );
}
