import { type HTMLAttributes, useEffect, useRef } from 'react';

/**
 * What scrolls below something that comes, grows and goes: its content stays at its place on the screen, so that the rows of a
 * list do not move away under the pointer. A pressed row that would be covered is brought below what covers it.
 */
export function ScrollAnchored(props: HTMLAttributes<HTMLDivElement>) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = container.current;
    if (!scroller) return undefined;
    let last = scroller.getBoundingClientRect().top;
    // Told after the layout and before the frame is painted: nothing is seen to jump.
    const sizes = new ResizeObserver(() => {
      const { top } = scroller.getBoundingClientRect();
      if (top === last) return;
      scroller.scrollTop += top - last;
      last = top;
      const pressed = scroller.querySelector('[data-item] button:first-of-type[aria-pressed="true"]');
      if (pressed) scroller.scrollTop -= Math.max(0, top - pressed.getBoundingClientRect().top);
    });
    sizes.observe(scroller);
    return () => sizes.disconnect();
  }, []);
  return <div ref={container} {...props} />;
}
