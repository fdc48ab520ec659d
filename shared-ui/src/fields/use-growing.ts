import { useState, type UIEvent } from 'react';

/** Things drawn at once; a workspace may have thousands. */
const STEP = 60;
/** How near to the end, in pixels, the next ones are drawn. */
const NEAR = 300;

/**
 * How many of many are drawn: the first ones, and more when the end of those comes into view, by the wheel or by the
 * arrow keys. Other things (`of`) start over.
 */
export function useGrowing(count: number, of: unknown) {
  const [grown, setGrown] = useState({ of, shown: STEP });
  const shown = Math.min(grown.of === of ? grown.shown : STEP, count);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    if (shown < count && scrollTop + clientHeight > scrollHeight - NEAR) setGrown({ of, shown: shown + STEP });
  };
  return { shown, onScroll };
}
