import { useCallback, useEffect, useState } from 'react';

/** Returns a ref and the inner width of its element in pixels, which is 0 until the element is mounted. */
export function useWidth() {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  const ref = useCallback((next: HTMLDivElement | null) => {
    setElement(next);
    // Measure at mount, so that the first paint already shows the bars.
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
