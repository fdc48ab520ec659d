import { Button, EmptyState, makeStyles, SkeletonItem } from '@console/shared-ui';
import { lazy, Suspense } from 'react';
import { messages } from '../messages';
import { usePicture } from '../picture';
import { useScreen } from './screen-context';

// konva is 102 kB gzip: fetched where a canvas is shown.
const AnnotationCanvas = lazy(async () => ({ default: (await import('../editor/view')).AnnotationCanvas }));

const useStyles = makeStyles({
  area: { position: 'relative', flexGrow: 1, minHeight: '240px', overflow: 'hidden' },
  skeleton: { height: '100%' },
});

/** The picture with its shapes, once it is decoded; a picture that cannot be read says so and is asked for again. */
export function CanvasArea({ maskOpacity }: { maskOpacity: number }) {
  const styles = useStyles();
  const { editor, image } = useScreen();
  const picture = usePicture(image.img_path);
  const mask = usePicture(image.foreground_mask);
  if (picture.state === 'failed')
    return (
      <div className={styles.area}>
        <EmptyState action={<Button onClick={picture.retry}>{messages.image.retry}</Button>}>{messages.image.pictureFailed}</EmptyState>
      </div>
    );
  const skeleton = <SkeletonItem className={styles.skeleton} aria-label={messages.image.loading} />;
  return (
    <div className={styles.area}>
      {picture.state === 'loaded' ? (
        <Suspense fallback={skeleton}>
          <AnnotationCanvas editor={editor} bitmap={picture.bitmap} mask={mask.state === 'loaded' ? mask.bitmap : null} maskOpacity={maskOpacity} label={messages.image.canvas} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  );
}
