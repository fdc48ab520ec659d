import { useCallback, useEffect, useState } from 'react';

/** The inner width of an element in pixels; 0 until it is measured. */
export function useWidth() {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  const ref = useCallback((next: HTMLDivElement | null) => {
    setElement(next);
    // With the element, so that the first drawing has its bars.
    if (next) setWidth(next.clientWidth);
  }, []);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, element, width };
}
