import { useSession } from '@console/shared-auth';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** How many items a person can go back over. */
const MAX_SEEN = 15;

export interface Walk {
  /** The item on the screen; undefined: there is none left. */
  current: string | undefined;
  /** The open item after it, if this batch has one. */
  following: string | undefined;
  /** Those that were on the screen before, oldest first; a reload keeps them. */
  seen: readonly string[];
  /** Shows the next open item. */
  next: () => void;
  /** As `next`, to this item if one is named. */
  nextTo: (id: string | undefined) => void;
  /** Shows the item before; false: there is none. */
  previous: () => boolean;
  /** Shows an item that was gone on from. */
  back: (id: string) => void;
  /** Goes on without an item that is not there any more. */
  drop: (id: string) => void;
}

/** The way through the open items of a batch: the item in the address, those left, and those that were seen. */
export function useWalk(parameter: 'image' | 'group', job: string, open: readonly string[] | undefined): Walk {
  const [params, setParams] = useSearchParams();
  const [seen, setSeen] = useSeen(job);
  const named = params.get(parameter) ?? undefined;
  const first = open?.[0];
  // Ahead of the address. The router draws that in a transition, in pieces between frames (and drops `flushSync` on its way
  // through nested routes), and the next picture is what is waited for.
  const [step, setStep] = useState<{ readonly from: string | undefined; readonly to: string } | null>(null);
  const isAhead = step !== null && step.from === named;
  if (step && !isAhead) setStep(null);
  const current = isAhead ? step.to : (named ?? first);
  const show = useCallback(
    (id: string) => {
      setStep({ from: named, to: id });
      setParams({ [parameter]: id });
    },
    [named, parameter, setParams],
  );

  // The address names the item from the first on: a reload, or a link that is shared, leads to this one.
  useEffect(() => {
    if (named === undefined && first !== undefined) setParams({ [parameter]: first }, { replace: true });
  }, [named, first, parameter, setParams]);

  const place = current === undefined ? -1 : (open?.indexOf(current) ?? -1);
  const following = open?.slice(place + 1).find((id) => id !== current) ?? open?.find((id) => id !== current);
  return useMemo(() => {
    const goOn = (to = following): void => {
      if (to) show(to);
      else setParams({});
    };
    const leave = (to = following): void => {
      if (current) setSeen([...seen.filter((id) => id !== current), current].slice(-MAX_SEEN));
      goOn(to);
    };
    return {
      current,
      following,
      seen,
      next: () => leave(),
      nextTo: leave,
      previous: () => {
        const last = seen.filter((id) => id !== current).at(-1);
        if (!last) return false;
        setSeen(seen.filter((id) => id !== last));
        show(last);
        return true;
      },
      back: (id) => {
        setSeen(seen.filter((other) => other !== id));
        show(id);
      },
      drop: (id) => {
        setSeen(seen.filter((other) => other !== id));
        if (id === current) goOn();
      },
    };
  }, [current, following, seen, setSeen, show, setParams]);
}

/** Of this tab: another works through other items of the job. */
function useSeen(job: string): [readonly string[], (ids: readonly string[]) => void] {
  const { user } = useSession();
  const key = `annotate.seen ${user?.id ?? ''} ${job}`;
  const [seen, setSeen] = useState(() => read(key));
  const set = useCallback(
    (ids: readonly string[]) => {
      setSeen(ids);
      sessionStorage.setItem(key, ids.join(' '));
    },
    [key],
  );
  return [seen, set];
}

function read(key: string): readonly string[] {
  return (sessionStorage.getItem(key) ?? '').split(' ').filter((id) => id !== '');
}
