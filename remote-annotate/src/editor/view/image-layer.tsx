import { useMemo, useRef } from 'react';
import type { DecodedImage } from '../../image-decoding';
import type { Editor } from '../editor';
import { CRISP_FROM_SCALE } from '../painting/look';
import { PaintLayer } from './layer/paint-layer';

/** A bitmap over the image, such as its foreground mask. */
export interface ImageMask {
  readonly image: ImageBitmap;
  /** 0 to 1. */
  readonly opacity: number;
}

interface ImageLayerProps {
  readonly editor: Editor;
  /** Null while the image is loading. The layer stays mounted meanwhile, because creating its large canvas is slow. */
  readonly image: DecodedImage | null;
  readonly mask?: ImageMask | null;
  readonly pixelRatio: number;
  /** A CSS filter, such as `contrast(150%)`. */
  readonly filter?: string;
  readonly onPainted?: () => void;
}

export function ImageLayer({ editor, image, mask, pixelRatio, filter, onPainted }: ImageLayerProps) {
  const lastPainted = useRef<{ readonly editor: Editor; readonly image: DecodedImage } | null>(null);
  const { viewport, topics } = editor;
  const redrawTopics = useMemo(() => [topics.camera], [topics]);
  const paint = (context: CanvasRenderingContext2D) => {
    if (!image) return;
    const { x, y, scale } = viewport.camera;
    // Use the image size from the API, to which the coordinates of shapes refer. The size of the file may differ.
    const [width, height] = [editor.imageSize.width * scale, editor.imageSize.height * scale];
    const { reduced } = image;
    const isSmall = reduced !== null && width * pixelRatio <= reduced.width * 1.25;
    context.imageSmoothingEnabled = scale < CRISP_FROM_SCALE;
    context.drawImage(isSmall ? reduced : image.bitmap, x, y, width, height);
    // Also compare the editor, because two images can share one file.
    if (lastPainted.current?.image !== image || lastPainted.current.editor !== editor) {
      lastPainted.current = { editor, image };
      // Call `onPainted` in the next frame, when this frame has been shown.
      if (onPainted) requestAnimationFrame(onPainted);
    }
    if (!mask || mask.opacity <= 0) return;
    context.globalAlpha = mask.opacity;
    context.drawImage(mask.image, x, y, width, height);
    context.globalAlpha = 1;
  };
  return <PaintLayer paint={paint} topics={redrawTopics} filter={filter} />;
}
