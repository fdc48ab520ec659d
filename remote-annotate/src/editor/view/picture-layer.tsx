import { useMemo, useRef } from 'react';
import type { DecodedPicture } from '../../picture';
import type { Editor } from '../editor';
import { CRISP_FROM_SCALE } from './look';
import { PaintLayer } from './paint-layer';

/** Laid over the picture, such as its foreground mask. */
export interface PictureMask {
  readonly image: ImageBitmap;
  /** 0 to 1. */
  readonly opacity: number;
}

interface PictureLayerProps {
  readonly editor: Editor;
  /** Null while it is loading. The layer stays: its canvas is as large as the window. */
  readonly picture: DecodedPicture | null;
  readonly mask?: PictureMask | null;
  readonly pixelRatio: number;
  /** A CSS filter, such as `contrast(150%)`. */
  readonly filter?: string;
  readonly onPainted?: () => void;
}

export function PictureLayer({ editor, picture, mask, pixelRatio, filter, onPainted }: PictureLayerProps) {
  const painted = useRef<{ readonly of: Editor; readonly picture: DecodedPicture } | null>(null);
  const { viewport, topics } = editor;
  const on = useMemo(() => [topics.camera], [topics]);
  const paint = (context: CanvasRenderingContext2D) => {
    if (!picture) return;
    const { x, y, scale } = viewport.camera;
    // At the size that the API tells, whatever the file has: shapes stay where they belong.
    const [width, height] = [editor.picture.width * scale, editor.picture.height * scale];
    const { reduced } = picture;
    const isSmall = reduced !== null && width * pixelRatio <= reduced.width * 1.25;
    context.imageSmoothingEnabled = scale < CRISP_FROM_SCALE;
    context.drawImage(isSmall ? reduced : picture.bitmap, x, y, width, height);
    // Two images can have one picture.
    if (painted.current?.picture !== picture || painted.current.of !== editor) {
      painted.current = { of: editor, picture };
      // The next frame begins when this one has been shown.
      if (onPainted) requestAnimationFrame(onPainted);
    }
    if (!mask || mask.opacity <= 0) return;
    context.globalAlpha = mask.opacity;
    context.drawImage(mask.image, x, y, width, height);
    context.globalAlpha = 1;
  };
  return <PaintLayer paint={paint} on={on} filter={filter} />;
}
