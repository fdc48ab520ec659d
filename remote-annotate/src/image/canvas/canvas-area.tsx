import { Button, EmptyState, makeStyles, ProgressBar, tokens, useHostServices } from '@console/shared-ui/basics';
import { memo, useCallback, useEffect, useMemo } from 'react';
import { AnnotationCanvas } from '../../editor/view';
import { imageMessages } from '../data/image-messages';
import { useSaveState } from '../../outbox';
import { useDecodedImage } from '../../image-decoding';
import { toCssFilter, useAdjustments } from '../preferences/adjustments';
import { CommentOverlaySlot } from '../comments/comments-slots';
import { AssistSlot } from '../assist/assist-slot';
import { PolygonCommands } from '../polygons/polygon-commands';
import { CanvasNotices } from './canvas-notices';
import { MaskOptions } from './mask-options';
import { RunningCommand } from './running-command';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({
  // The canvas is as high as the window minus 165 px. Limit its height, because less space is available if toolbars wrap or the panel lies
  // below.
  area: { position: 'relative', flexGrow: 1, minHeight: '240px', overflow: 'hidden', '& > *': { maxHeight: '100%' } },
  progress: { position: 'absolute', insetInline: 0, top: 0 },
  failed: { position: 'absolute', insetInline: 0, top: '25%', backgroundColor: tokens.colorNeutralBackground1 },
});

/** The canvas with its notices. Shapes can be edited before the image has loaded. If loading fails, the user can retry. */
export const CanvasArea = memo(function CanvasArea({ maskOpacity }: { maskOpacity: number }) {
  const styles = useStyles();
  const { editor, image, outbox, workId, onSeen, overlay } = useScreen();
  const adjustments = useAdjustments();
  const decodedImage = useDecodedImage(image.img_path);
  const isFailed = decodedImage.state === 'failed';
  useEffect(() => {
    if (isFailed) onSeen?.('failure');
  }, [isFailed, onSeen]);
  const services = useHostServices();
  const onPainted = useCallback(() => {
    services?.reportReady?.();
    onSeen?.('item');
  }, [services, onSeen]);
  const mask = useDecodedImage(image.foreground_mask);
  const saveState = useSaveState(outbox);
  const undecidedIds = useMemo(
    () =>
      new Set(
        saveState.kind === 'attention'
          ? saveState.items.flatMap((item) => (item.imageId === workId && item.op !== 'call' ? [item.shapeId] : []))
          : [],
      ),
    [saveState, workId],
  );
  return (
    <div className={styles.area}>
      {/* Do not load the canvas lazily. Konva already loads in parallel with the code of the page, and lazy loading would add one round trip. */}
      <AnnotationCanvas
        editor={editor}
        image={decodedImage.image}
        mask={mask.image ? { image: mask.image.bitmap, opacity: maskOpacity } : null}
        filter={toCssFilter(adjustments)}
        marked={undecidedIds}
        onPainted={onPainted}
        label={imageMessages.canvas}
      />
      <CanvasNotices />
      <RunningCommand />
      <MaskOptions />
      <PolygonCommands key={image.id} />
      <AssistSlot key={`assist ${image.id}`} image={decodedImage.image} />
      {overlay}
      <CommentOverlaySlot isImageLoaded={decodedImage.image !== null} />
      {decodedImage.state === 'loading' && <ProgressBar className={styles.progress} aria-label={imageMessages.loading} />}
      {isFailed && (
        <div className={styles.failed}>
          <EmptyState action={<Button onClick={decodedImage.retry}>{imageMessages.retry}</Button>}>
            {imageMessages.imageFailed}
          </EmptyState>
        </div>
      )}
    </div>
  );
});
