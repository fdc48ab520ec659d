import { useImageUrl } from '@console/shared-auth';
import {
  Button,
  CloseIcon,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
  Tooltip,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import type { Shape } from '../../editor';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { shapeMessages } from '../../text/shape-messages';
import { useScreen } from '../context/screen-context';

const useStyles = makeStyles({
  thumbnail: {
    display: 'block',
    width: '100%',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    cursor: 'zoom-in',
    overflow: 'hidden',
  },
  surface: { width: 'max-content', maxWidth: '94vw' },
  window: { position: 'relative', overflow: 'hidden', marginInline: 'auto' },
  picture: { position: 'absolute', maxWidth: 'none' },
});

/** Margin around the shape, relative to its longer side. */
const MARGIN_RATIO = 0.08;
/** Minimum size of the shown part in image pixels, for example for a point, which has no size. */
const MIN_SIZE = 24;
/** Size of the enlarged part in the card, in screen pixels. A narrow panel clips it. */
const CARD_SIZE = { width: 340, height: 150 };
/** Maximum number of screen pixels per image pixel. A box of a few pixels would show only blocks. */
const MAX_SCALE = 12;

/** Shows the enlarged part of the image around a shape. A click opens a larger view. */
export function ShapeCrop({ shape }: { shape: Shape }) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const kind = kindMessages[shape.kind].name;
  return (
    <>
      <Tooltip content={shapeMessages.enlarge(kind)} relationship="label">
        <button type="button" className={styles.thumbnail} onClick={() => setIsOpen(true)}>
          <CroppedImage shape={shape} maxSize={CARD_SIZE} />
        </button>
      </Tooltip>
      <Dialog open={isOpen} onOpenChange={(_, { open }) => setIsOpen(open)}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <DialogTitle
              action={
                <Button
                  appearance="subtle"
                  icon={<CloseIcon />}
                  aria-label={shapeMessages.close}
                  onClick={() => setIsOpen(false)}
                />
              }
            >
              {kind}
            </DialogTitle>
            <DialogContent>
              {isOpen && (
                <CroppedImage shape={shape} maxSize={{ width: window.innerWidth * 0.85, height: window.innerHeight * 0.7 }} />
              )}
            </DialogContent>
          </DialogBody>
        </DialogSurface>
      </Dialog>
    </>
  );
}

/** The part of the image around the bounds of the shape, scaled to fit `maxSize` (in screen pixels). */
function CroppedImage({ shape, maxSize }: { shape: Shape; maxSize: { width: number; height: number } }) {
  const styles = useStyles();
  const { editor, image } = useScreen();
  const { url, onError } = useImageUrl(image.img_path);
  const { minX, minY, maxX, maxY } = editor.kinds.getBounds(shape);
  const size = Math.max(maxX - minX, maxY - minY);
  const margin = Math.max(MARGIN_RATIO * size, (MIN_SIZE - size) / 2);
  const left = Math.max(0, minX - margin);
  const top = Math.max(0, minY - margin);
  const width = Math.min(image.img_width, maxX + margin) - left;
  const height = Math.min(image.img_height, maxY + margin) - top;
  const scale = Math.min(maxSize.width / width, maxSize.height / height, MAX_SCALE);
  return (
    <div className={styles.window} style={{ width: width * scale, height: height * scale }}>
      <img
        src={url ?? undefined}
        onError={onError}
        alt={shapeMessages.crop(kindMessages[shape.kind].name)}
        decoding="async"
        draggable={false}
        className={styles.picture}
        style={{ width: image.img_width * scale, height: image.img_height * scale, left: -left * scale, top: -top * scale }}
      />
    </div>
  );
}
