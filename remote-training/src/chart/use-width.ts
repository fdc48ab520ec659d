import { useCallback, useEffect, useState } from 'react';

/** Returns a ref and the inner width of its element in pixels, which is 0 until the element is mounted. */
export function useWidth() {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLDivElement | null) => {
    setElement(element);
    // Measure at mount, so that the first paint already shows the bars.
    if (element) setWidth(element.clientWidth);
  }, []);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, element, width };
}
