import { useRef, type CSSProperties } from 'react';
import type { DecodedPicture } from '../../picture';
import type { Editor } from '../editor';
import type { ShapeId } from '../types';
import { DraftLayer } from './draft/draft-layer';
import { useCanvasInput } from './input/use-canvas-input';
import { useCursor } from './input/use-cursor';
import { CanvasStage } from './canvas-stage';
import { LiveLayer } from './live/live-layer';
import { PictureLayer, type PictureMask } from './picture-layer';
import { SettledLayer } from './settled/settled-layer';
import { SuggestionLayer } from './suggestion-layer';
import { useCanvasSize } from './use-canvas-size';
import { usePixelRatio } from './use-pixel-ratio';

export interface AnnotationCanvasProps {
  readonly editor: Editor;
  /** Null while it is loading: shapes are drawn and can be worked on without it. */
  readonly picture: DecodedPicture | null;
  readonly mask?: PictureMask | null;
  /** A CSS filter over the picture, such as `contrast(150%)`. */
  readonly filter?: string;
  /** Shapes that wait for the person's decision. */
  readonly marked?: ReadonlySet<ShapeId>;
  /** Called once for each picture of each editor, when it has been on the screen for a frame. */
  readonly onPainted?: () => void;
  /** What screen readers call the canvas. */
  readonly label: string;
  /** Id of the element that says which keys there are. */
  readonly describedBy?: string;
  readonly className?: string;
}

const NONE: ReadonlySet<ShapeId> = new Set();

/** What stands above and below the canvas in the window, in CSS pixels. */
const OUTSIDE = 165;

/** Fluent's tabster moves the focus on Tab by itself, before the editor hears of the key: here Tab walks the shapes. */
const KEEPS_TAB = JSON.stringify({ focusable: { ignoreKeydown: { Tab: true } } });

const STYLE: CSSProperties = {
  position: 'relative',
  overflow: 'hidden',
  width: '100%',
  height: `calc(100vh - ${OUTSIDE}px)`,
  minHeight: 200,
  touchAction: 'none',
  userSelect: 'none',
  outlineOffset: -2,
};

/** The picture with its shapes, and all work on them by pointer and keyboard. One editor is one picture: it stays for another. */
export function AnnotationCanvas(props: AnnotationCanvasProps) {
  const { editor, picture, mask, filter, marked = NONE, onPainted, label, describedBy, className } = props;
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
      data-tabster={KEEPS_TAB}
    >
      {size && size.width > 0 && (
        <CanvasStage key={pixelRatio} size={size} pixelRatio={pixelRatio}>
          <PictureLayer
            editor={editor}
            picture={picture}
            mask={mask}
            pixelRatio={pixelRatio}
            filter={filter}
            onPainted={onPainted}
          />
          <SettledLayer editor={editor} pixelRatio={pixelRatio} />
          <LiveLayer editor={editor} marked={marked} pixelRatio={pixelRatio} />
          <DraftLayer editor={editor} element={element} />
          <SuggestionLayer editor={editor} />
        </CanvasStage>
      )}
    </div>
  );
}
