import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type { UrlParams, Params, Patch, ValuesOf } from './url-params';
import { usePendingInput } from './use-pending-input';

export interface UrlParamsState<P extends Params> {
  /** What the controls show, in the frame of the click; what is typed too. A list that is all there is filtered by it. */
  values: ValuesOf<P>;
  /** What a request goes by: without a search that is still being typed. */
  committed: ValuesOf<P>;
  /** Back to the first page too, unless it is the page that is set. */
  set: (patch: Patch<P>) => void;
  /** Everything back to its start, but for what is named. */
  clear: (...besides: readonly (keyof P)[]) => void;
  /** Whether anything but the page, and what is named, is not at its start: an empty list then does not mean that there is nothing. */
  isNarrowed: (...besides: readonly (keyof P)[]) => boolean;
}

/**
 * The query that was last written while a location was the present one. The router moves on in a transition, some frames
 * later: a second part of the page that wrote meanwhile would take back what the first has written.
 */
const written = new WeakMap<Location, URLSearchParams>();
const queryAt = (location: Location) => written.get(location) ?? new URLSearchParams(location.search);

/** Counts the addresses that a person has come to. What a part of the page has written itself is the same one still. */
function useVisit(location: Location): number {
  const [visit, setVisit] = useState({ location, number: 0 });
  if (visit.location === location) return visit.number;
  const isSame =
    location.pathname === visit.location.pathname &&
    new URLSearchParams(location.search).toString() === queryAt(visit.location).toString();
  const number = isSame ? visit.number : visit.number + 1;
  setVisit({ location, number });
  return number;
}

function useParamsState<P extends Params>(
  address: UrlParams<P>,
  committed: ValuesOf<P>,
  write: (patch: Patch<P>, wasTyped: boolean) => void,
  place: unknown,
): UrlParamsState<P> {
  const writeTyped = useCallback((patch: Patch<P>) => write(patch, true), [write]);
  const { typed, type, take } = usePendingInput(writeTyped, place);
  const values = useMemo(() => (typed === null ? committed : { ...committed, ...typed }), [committed, typed]);
  const set = useCallback(
    (patch: Patch<P>) => {
      if (address.isTyped(patch)) type(address.change(patch));
      // A filter that is chosen in the middle of a word does not lose the word.
      else write({ ...take(), ...address.change(patch) }, false);
    },
    [address, type, write, take],
  );
  const clear = useCallback(
    (...besides: readonly (keyof P)[]) => {
      take();
      write(address.getCleared(besides), false);
    },
    [address, write, take],
  );
  const isNarrowed = useCallback((...besides: readonly (keyof P)[]) => address.isNarrowed(values, besides), [address, values]);
  return useMemo(() => ({ values, committed, set, clear, isNarrowed }), [values, committed, set, clear, isNarrowed]);
}

/**
 * Values of a part of a page that stand in the address: Back, a reload and a shared link keep them. A choice is a step that
 * Back undoes; what is typed takes the place of the step that it began in.
 */
export function useUrlParams<P extends Params>(address: UrlParams<P>): UrlParamsState<P> {
  const navigate = useNavigate();
  const location = useLocation();
  // A control answers in the frame of the click; the location follows some frames later.
  const [ahead, setAhead] = useState<{ of: Location; query: URLSearchParams } | null>(null);
  const committed = useMemo(
    () => address.read(ahead?.of === location ? ahead.query : new URLSearchParams(location.search)),
    [address, ahead, location],
  );
  const write = useCallback(
    (patch: Patch<P>, wasTyped: boolean) => {
      const query = address.write(patch, queryAt(location));
      if (query.toString() === queryAt(location).toString()) return;
      written.set(location, query);
      setAhead({ of: location, query });
      void navigate({ search: query.toString() }, { replace: wasTyped, preventScrollReset: true });
    },
    [address, location, navigate],
  );
  return useParamsState(address, committed, write, useVisit(location));
}

/** The same for a part of another's page, as a widget is: its values are its own, and the address is not touched. */
export function useLocalParams<P extends Params>(address: UrlParams<P>): UrlParamsState<P> {
  const [committed, setCommitted] = useState(address.initial);
  const write = useCallback((patch: Patch<P>) => setCommitted((now) => ({ ...now, ...patch })), []);
  return useParamsState(address, committed, write, null);
}
