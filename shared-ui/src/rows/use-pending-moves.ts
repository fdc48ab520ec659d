import { useCallback, useState } from 'react';

export interface PendingMoves {
  /** Ids on their way, and whether they come (true) or go. */
  moving: ReadonlyMap<string, boolean>;
  /** Keeps `id` on its way until the promise settles; rejects as it does. */
  move: (id: string, comes: boolean, until: Promise<unknown>) => Promise<void>;
}

/** Shows a move at once, while the server is still asked. */
export function usePendingMoves(): PendingMoves {
  const [moving, setMoving] = useState<ReadonlyMap<string, boolean>>(new Map());
  const move = useCallback(async (id: string, comes: boolean, until: Promise<unknown>) => {
    setMoving((now) => new Map(now).set(id, comes));
    try {
      await until;
    } finally {
      setMoving((now) => new Map([...now].filter(([other]) => other !== id)));
    }
  }, []);
  return { moving, move };
}
