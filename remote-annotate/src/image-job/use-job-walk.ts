import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How many items a person can go back over. */
const QUEUE = 15;

export interface JobWalk {
  /** The item on the screen; undefined: there is none left. */
  current: string | undefined;
  /** Those that were on it before, oldest first. */
  seen: readonly string[];
  /** Shows the next open item. */
  next: () => void;
  /** Shows the item before; false: there is none. */
  previous: () => boolean;
}

/** The way through the open items of a batch: the item in the address, those left, and those that were seen. */
export function useJobWalk(open: readonly string[] | undefined): JobWalk {
  const [params, setParams] = useSearchParams();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const current = params.get('image') ?? open?.[0];
  const show = useCallback((id: string) => setParams({ image: id }), [setParams]);

  const next = (): void => {
    if (current) setSeen((list) => [...list.filter((id) => id !== current), current].slice(-QUEUE));
    const place = current === undefined ? -1 : (open?.indexOf(current) ?? -1);
    const following = open?.[place + 1] ?? open?.find((id) => id !== current);
    if (following) show(following);
    else setParams({});
  };

  const previous = (): boolean => {
    const last = seen.filter((id) => id !== current).at(-1);
    if (!last) return false;
    setSeen((list) => list.filter((id) => id !== last));
    show(last);
    return true;
  };

  return { current, seen, next, previous };
}
