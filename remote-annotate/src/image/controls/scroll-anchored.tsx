import { type HTMLAttributes, useEffect, useRef } from 'react';

/**
 * A scroll container below content whose height changes. The rows of the container keep their position on the screen, so that they do not
 * move under the pointer. If the content would cover the pressed row, the row scrolls into view.
 */
export function ScrollAnchored(props: HTMLAttributes<HTMLDivElement>) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = container.current;
    if (!scroller) return undefined;
    let previousTop = scroller.getBoundingClientRect().top;
    // The observer runs after layout and before paint, so no jump is visible.
    const resizeObserver = new ResizeObserver(() => {
      const { top } = scroller.getBoundingClientRect();
      if (top === previousTop) return;
      scroller.scrollTop += top - previousTop;
      previousTop = top;
      const pressedButton = scroller.querySelector('[data-item] button:first-of-type[aria-pressed="true"]');
      if (pressedButton) scroller.scrollTop -= Math.max(0, top - pressedButton.getBoundingClientRect().top);
    });
    resizeObserver.observe(scroller);
    return () => resizeObserver.disconnect();
  }, []);
  return <div ref={container} {...props} />;
}
