import { useCallback, useEffect, useRef, type CSSProperties, type RefObject } from 'react';
import type { Editor } from '../../editor';
import type { Vec } from '../../model/types';
import { useTopic } from '../layer/use-topic';
import { usePointer } from './use-pointer';

interface BrushCursorProps {
  readonly editor: Editor;
  readonly element: RefObject<HTMLElement | null>;
}

/** The white border and the dark outline make the circle visible on any image. */
const RING_STYLE: CSSProperties = {
  position: 'absolute',
  top: 0,
  left: 0,
  boxSizing: 'border-box',
  border: '1px solid #ffffff',
  borderRadius: '50%',
  outline: '1px solid rgba(0, 0, 0, 0.7)',
  pointerEvents: 'none',
  visibility: 'hidden',
  willChange: 'transform',
};

/**
 * A circle around the area that the brush covers. It is an HTML element, because moving a circle on the canvas would redraw a complete
 * layer.
 */
export function BrushCursor({ editor, element }: BrushCursorProps) {
  const { topics } = editor;
  const { mode } = useTopic(topics.maskDrawing);
  const { active } = useTopic(topics.tool);
  const isPending = useTopic(topics.pending) !== null;
  useTopic(topics.labels);
  const isShown = hasBrush(active, mode) && !isPending && editor.canDraw(active);
  return isShown && <BrushRing editor={editor} element={element} />;
}

/** Whether the tool has a brush. The brush cursor then replaces the crosshair. */
export const hasBrush = (tool: string, mode: string): tool is 'mask' =>
  tool === 'mask' && (mode === 'brush' || mode === 'eraser');

function BrushRing({ editor, element }: BrushCursorProps) {
  const { topics, viewport } = editor;
  const ring = useRef<HTMLDivElement>(null);
  const pointer = useRef<Vec | null>(null);
  const animationFrame = useRef(0);
  const updatePosition = useCallback(() => {
    animationFrame.current = 0;
    const crosshair = topics.crosshair.getSnapshot();
    const position = crosshair ? viewport.toScreen(crosshair) : pointer.current;
    const style = ring.current?.style;
    if (!style) return;
    style.visibility = position ? 'visible' : 'hidden';
    const diameter = Math.max(2, editor.maskDrawing.brushSize * viewport.camera.scale);
    style.width = style.height = `${diameter}px`;
    if (position) style.transform = `translate(${position.x - diameter / 2}px, ${position.y - diameter / 2}px)`;
  }, [editor, topics, viewport]);
  // Update once per frame, because each update makes the browser compute the layout again.
  const scheduleUpdate = useCallback(() => {
    if (animationFrame.current === 0) animationFrame.current = requestAnimationFrame(updatePosition);
  }, [updatePosition]);
  usePointer(element, scheduleUpdate, pointer);
  useEffect(() => {
    scheduleUpdate();
    const unsubscribers = [topics.camera, topics.crosshair, topics.maskDrawing].map((topic) => topic.subscribe(scheduleUpdate));
    return () => {
      unsubscribers.forEach((unsubscribe) => unsubscribe());
      cancelAnimationFrame(animationFrame.current);
      animationFrame.current = 0;
    };
  }, [topics, scheduleUpdate]);
  return <div ref={ring} style={RING_STYLE} aria-hidden />;
}
