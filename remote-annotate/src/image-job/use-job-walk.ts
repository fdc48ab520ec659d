import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How many items a person can go back over. */
const QUEUE = 15;

export interface JobWalk {
  /** The item on the screen; undefined: there is none left. */
  current: string | undefined;
  /** Shows the next open item; false: the batch is worked off. */
  next: (doneHere: boolean) => boolean;
  /** Shows the item before; false: there is none. */
  previous: () => boolean;
}

/** The way through a batch: the item in the address, those left, and those that were seen. */
export function useJobWalk(batch: readonly string[] | undefined): JobWalk {
  const [params, setParams] = useSearchParams();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const asked = params.get('image') ?? undefined;
  const current = asked ?? batch?.find((id) => !done.has(id));
  const show = useCallback((id: string) => setParams({ image: id }), [setParams]);

  const next = (doneHere: boolean): boolean => {
    const now = new Set(done);
    if (current && doneHere) now.add(current);
    setDone(now);
    if (current) setSeen((list) => [...list.filter((id) => id !== current), current].slice(-QUEUE));
    const open = batch?.filter((id) => !now.has(id)) ?? [];
    const following = open[(current === undefined ? -1 : open.indexOf(current)) + 1] ?? open.find((id) => id !== current);
    if (!following) {
      setParams({});
      return false;
    }
    show(following);
    return true;
  };

  const previous = (): boolean => {
    const last = seen.filter((id) => id !== current).at(-1);
    if (!last) return false;
    setSeen((list) => list.filter((id) => id !== last));
    show(last);
    return true;
  };

  return { current, next, previous };
}
