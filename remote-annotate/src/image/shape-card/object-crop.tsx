import { boxMessages } from '../../shape-kinds/box/box-messages';
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
import type { BoxShape } from '../../editor';
import { getAnyBoxBounds } from '../../editor/geometry/rotated-box';
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

/** Margin around the object, relative to its longer side. */
const MARGIN = 0.08;
/** Size in the card, in screen pixels. A narrow panel clips it. */
const CARD_SIZE = { width: 340, height: 150 };
/** Maximum number of screen pixels per image pixel. A box of a few pixels would show only blocks. */
const MAX_SCALE = 12;

/** The object cropped from the image and enlarged. A click opens a larger view. */
export function ObjectCrop({ shape }: { shape: BoxShape }) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Tooltip content={shapeMessages.enlarge} relationship="label">
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
              {boxMessages.name}
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

/** The part of the image around a box or its enclosing box, scaled to fit `maxSize` (in screen pixels). It follows changes of the box. */
function CroppedImage({ shape: { data }, maxSize }: { shape: BoxShape; maxSize: { width: number; height: number } }) {
  const styles = useStyles();
  const { image } = useScreen();
  const { url, onError } = useImageUrl(image.img_path);
  const { minX, minY, maxX, maxY } = getAnyBoxBounds(data);
  const margin = MARGIN * Math.max(maxX - minX, maxY - minY);
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
        alt={shapeMessages.crop}
        decoding="async"
        draggable={false}
        className={styles.picture}
        style={{ width: image.img_width * scale, height: image.img_height * scale, left: -left * scale, top: -top * scale }}
      />
    </div>
  );
}
