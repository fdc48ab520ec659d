import { useRef } from 'react';
import type { Editor } from '../../editor';
import { useCanvasInput } from '../../editor/view/input/use-canvas-input';

// Replaces `../editor/view` in tests of keys. It paints nothing, because jsdom has no canvas.

/** A canvas that passes keys to the editor, as the real canvas does. */
export function AnnotationCanvas({ editor, label }: { editor: Editor; label: string }) {
  const element = useRef<HTMLDivElement>(null);
  useCanvasInput(element, editor);
  return <div ref={element} role="application" aria-label={label} tabIndex={0} />;
}
