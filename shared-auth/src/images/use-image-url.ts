import { useEffect, useState } from 'react';
import { getUrlExpiry, isSameImage, refreshImageUrl, refreshImageUrlAfterError } from './image-urls';

/**
 * The address to show of a picture: that of its row, but while one of before `isGood` it is kept, so that a picture that is on
 * the screen is not loaded again when its row is read with another signature.
 */
export function useStableImageUrl(address: string | null, isGood: (kept: string) => boolean): string | null {
  const [kept, setKept] = useState(address);
  const stays = kept === address || (kept !== null && address !== null && isSameImage(kept, address) && isGood(kept));
  if (!stays) setKept(address);
  return stays ? kept : address;
}

/** For an `<img>`: the address to draw, whether there is nothing at it, and what is to be told when it could not be loaded. */
export function useImageUrl(address: string | null): { shown: string | null; hasFailed: boolean; onError: () => void } {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = useStableImageUrl(address, (kept) => kept !== failed);
  const onError = () => {
    setFailed(shown);
    // Where its row has another address already, that one is tried first.
    if (shown !== null && shown === address) void refreshImageUrlAfterError(shown);
  };
  return { shown, hasFailed: shown !== null && shown === failed, onError };
}

const LOOK_MS = 600_000;
/** Before its end, so that a link that is followed now holds as long as its page needs. */
const AHEAD_MS = 3_600_000;

/** Has the row of a link's address read again before the address ends: by a look at the clock now and then, for a machine may sleep. */
export function useAutoRefreshedUrl(address: string): string {
  useEffect(() => {
    const end = getUrlExpiry(address);
    if (end === null) return undefined;
    const look = () => {
      if (Date.now() > end - AHEAD_MS) void refreshImageUrl(address);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [address]);
  return address;
}
