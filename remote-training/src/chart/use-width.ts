import { useLayoutEffect, useState } from 'react';

/** The inner width of an element in pixels; 0 until it is measured. */
export function useWidth() {
  // State and not a ref: what is drawn by the width needs a drawing after the element is there.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref: setElement, element, width };
}
