import { useEffect, type RefObject } from 'react';
import type { Vec } from '../../model/types';

/**
 * Stores the position of the mouse in `pointer`, in CSS pixels from the upper left corner of the element. Stores null outside the element
 * and for touch. Calls `onMove` on each change.
 */
export function usePointer(element: RefObject<HTMLElement | null>, onMove: () => void, pointer: RefObject<Vec | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const setPosition = (position: Vec | null) => {
      pointer.current = position;
      onMove();
    };
    const onPointerMove = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const { left, top } = target.getBoundingClientRect();
      setPosition({ x: event.clientX - left, y: event.clientY - top });
    };
    const onLeave = () => setPosition(null);
    target.addEventListener('pointermove', onPointerMove);
    target.addEventListener('pointerleave', onLeave);
    return () => {
      target.removeEventListener('pointermove', onPointerMove);
      target.removeEventListener('pointerleave', onLeave);
    };
  }, [element, onMove, pointer]);
}
