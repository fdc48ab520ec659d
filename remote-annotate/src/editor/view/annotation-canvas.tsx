import { useRef, type CSSProperties } from 'react';
import type { DecodedImage } from '../../image-decoding';
import type { Editor } from '../editor';
import type { ShapeId } from '../model/types';
import { BrushCursor } from './draft/brush-cursor';
import { DraftLayer } from './draft/draft-layer';
import { useCanvasInput } from './input/use-canvas-input';
import { useCursor } from './input/use-cursor';
import { CanvasStage } from './canvas-stage';
import { EarlierLayer } from './earlier/earlier-layer';
import { LiveLayer } from './live/live-layer';
import { ImageLayer, type ImageMask } from './image-layer';
import { TileLayer } from './tiles/tile-layer';
import { PixelLayer } from './pixels/pixel-layer';
import { PreviewLayer } from './preview-layer';
import { SuggestionLayer } from './suggestion-layer';
import { useCanvasSize } from './use-canvas-size';
import { usePixelRatio } from './use-pixel-ratio';

export interface AnnotationCanvasProps {
  readonly editor: Editor;
  /** Null while the image is loading. The shapes are already visible and editable then. */
  readonly image: DecodedImage | null;
  readonly mask?: ImageMask | null;
  /** A CSS filter for the image, such as `contrast(150%)`. */
  readonly filter?: string;
  /** Shapes that need a decision of the user. A mark is painted beside each of them. */
  readonly marked?: ReadonlySet<ShapeId>;
  /** Called once for each image and editor, one frame after the image was first painted. */
  readonly onPainted?: () => void;
  /** Accessible name of the canvas. */
  readonly label: string;
  /** Id of the element that describes the keys. */
  readonly describedBy?: string;
  readonly className?: string;
}

const NO_MARKED_IDS: ReadonlySet<ShapeId> = new Set();

/** Total height of the elements above and below the canvas, in CSS pixels. */
const RESERVED_PAGE_HEIGHT = 165;

/** Prevents Fluent's tabster from moving the focus on Tab, because Tab steps through the shapes. */
const TABSTER_OPTIONS = JSON.stringify({ focusable: { ignoreKeydown: { Tab: true } } });

const STYLE: CSSProperties = {
  position: 'relative',
  overflow: 'hidden',
  width: '100%',
  height: `calc(100vh - ${RESERVED_PAGE_HEIGHT}px)`,
  minHeight: 200,
  touchAction: 'none',
  userSelect: 'none',
  outlineOffset: -2,
};

/** The image with its shapes, editable by pointer and keyboard. To show another image, pass its editor instead of mounting a new canvas. */
export function AnnotationCanvas(props: AnnotationCanvasProps) {
  const { editor, image, mask, filter, marked: markedIds = NO_MARKED_IDS, onPainted, label, describedBy, className } = props;
  const element = useRef<HTMLDivElement>(null);
  const pixelRatio = usePixelRatio();
  const size = useCanvasSize(element, editor);
  useCanvasInput(element, editor);
  useCursor(element, editor);
  return (
    <div
      ref={element}
      style={STYLE}
      className={className}
      tabIndex={0}
      role="application"
      aria-label={label}
      aria-describedby={describedBy}
      data-testid="annotation-canvas"
      data-tabster={TABSTER_OPTIONS}
    >
      {size && size.width > 0 && (
        <CanvasStage key={pixelRatio} size={size} pixelRatio={pixelRatio}>
          <ImageLayer editor={editor} image={image} mask={mask} pixelRatio={pixelRatio} filter={filter} onPainted={onPainted} />
          <EarlierLayer editor={editor} pixelRatio={pixelRatio} />
          <TileLayer editor={editor} pixelRatio={pixelRatio} />
          <LiveLayer editor={editor} marked={markedIds} pixelRatio={pixelRatio} />
          <PixelLayer editor={editor} pixelRatio={pixelRatio} />
          <DraftLayer editor={editor} element={element} />
          <SuggestionLayer editor={editor} />
          <PreviewLayer editor={editor} />
        </CanvasStage>
      )}
      <BrushCursor editor={editor} element={element} />
    </div>
  );
}
