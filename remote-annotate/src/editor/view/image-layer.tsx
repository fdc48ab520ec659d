import { useMemo, useRef } from 'react';
import type { DecodedPicture } from '../../image-decoding';
import type { Editor } from '../editor';
import { CRISP_FROM_SCALE } from '../painting/look';
import { PaintLayer } from './layer/paint-layer';

/** A bitmap over the image, such as its foreground mask. */
export interface PictureMask {
  readonly image: ImageBitmap;
  /** 0 to 1. */
  readonly opacity: number;
}

interface PictureLayerProps {
  readonly editor: Editor;
  /** Null while the image is loading. The layer stays mounted, because its canvas is as large as the window. */
  readonly picture: DecodedPicture | null;
  readonly mask?: PictureMask | null;
  readonly pixelRatio: number;
  /** A CSS filter, such as `contrast(150%)`. */
  readonly filter?: string;
  readonly onPainted?: () => void;
}

export function PictureLayer({ editor, picture, mask, pixelRatio, filter, onPainted }: PictureLayerProps) {
  const lastPainted = useRef<{ readonly editor: Editor; readonly picture: DecodedPicture } | null>(null);
  const { viewport, topics } = editor;
  const redrawTopics = useMemo(() => [topics.camera], [topics]);
  const paint = (context: CanvasRenderingContext2D) => {
    if (!picture) return;
    const { x, y, scale } = viewport.camera;
    // Use the size from the API instead of the size of the file, so that shapes stay at their positions.
    const [width, height] = [editor.picture.width * scale, editor.picture.height * scale];
    const { reduced } = picture;
    const isSmall = reduced !== null && width * pixelRatio <= reduced.width * 1.25;
    context.imageSmoothingEnabled = scale < CRISP_FROM_SCALE;
    context.drawImage(isSmall ? reduced : picture.bitmap, x, y, width, height);
    // Two images can share one file.
    if (lastPainted.current?.picture !== picture || lastPainted.current.editor !== editor) {
      lastPainted.current = { editor, picture };
      // The next frame starts after this one was shown.
      if (onPainted) requestAnimationFrame(onPainted);
    }
    if (!mask || mask.opacity <= 0) return;
    context.globalAlpha = mask.opacity;
    context.drawImage(mask.image, x, y, width, height);
    context.globalAlpha = 1;
  };
  return <PaintLayer paint={paint} topics={redrawTopics} filter={filter} />;
}
