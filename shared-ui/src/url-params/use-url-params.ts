import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type { UrlParams, Params, Patch, ValuesOf } from './url-params';
import { usePendingInput } from './use-pending-input';

export interface UrlParamsState<P extends Params> {
  /** Values for controls, including text that the user is still typing. Lists that are loaded completely filter by them. */
  values: ValuesOf<P>;
  /** Values for requests: the values in the URL, without text that the user is still typing. */
  committedValues: ValuesOf<P>;
  /** Sets values and returns to the first page, unless only the page is set. */
  set: (patch: Patch<P>) => void;
  /** Corrects values without a history entry, so that Back does not lead to the previous values. */
  replace: (patch: Patch<P>) => void;
  /** Resets all values except the given ones. */
  clear: (...except: readonly (keyof P)[]) => void;
  /** Whether a value other than the page and the given ones differs from its initial value: the list may be filtered. */
  isNarrowed: (...except: readonly (keyof P)[]) => boolean;
}

/**
 * The query that was last written for a location. The router updates the location in a transition, some frames later. Without
 * this map, one part of the page could overwrite what another part has just written.
 */
const writtenQueries = new WeakMap<Location, URLSearchParams>();
const getLatestQuery = (location: Location) => writtenQueries.get(location) ?? new URLSearchParams(location.search);

/**
 * Returns a number that increases with each navigation of the user. Changes of the URL that a part of the page has written do not count.
 */
function useVisit(location: Location): number {
  const [visit, setVisit] = useState({ location, number: 0 });
  if (visit.location === location) return visit.number;
  const isSame =
    location.pathname === visit.location.pathname &&
    new URLSearchParams(location.search).toString() === getLatestQuery(visit.location).toString();
  const number = isSame ? visit.number : visit.number + 1;
  setVisit({ location, number });
  return number;
}

function useParamsState<P extends Params>(
  urlParams: UrlParams<P>,
  committedValues: ValuesOf<P>,
  write: (patch: Patch<P>, replaces: boolean) => void,
  context: unknown,
): UrlParamsState<P> {
  const writeTyped = useCallback((patch: Patch<P>) => write(patch, true), [write]);
  const { pendingPatch, addInput, takePending } = usePendingInput(writeTyped, context);
  const values = useMemo(
    () => (pendingPatch === null ? committedValues : { ...committedValues, ...pendingPatch }),
    [committedValues, pendingPatch],
  );
  const set = useCallback(
    (patch: Patch<P>) => {
      if (urlParams.isTyped(patch)) addInput(urlParams.change(patch));
      // Write pending input together with a filter change, which must not discard it.
      else write({ ...takePending(), ...urlParams.change(patch) }, false);
    },
    [urlParams, addInput, write, takePending],
  );
  const replace = useCallback((patch: Patch<P>) => write({ ...takePending(), ...patch }, true), [write, takePending]);
  const clear = useCallback(
    (...except: readonly (keyof P)[]) => {
      takePending();
      write(urlParams.getCleared(except), false);
    },
    [urlParams, write, takePending],
  );
  const isNarrowed = useCallback((...except: readonly (keyof P)[]) => urlParams.isNarrowed(values, except), [urlParams, values]);
  return useMemo(
    () => ({ values, committedValues, set, replace, clear, isNarrowed }),
    [values, committedValues, set, replace, clear, isNarrowed],
  );
}

/**
 * Keeps values of a part of a page in the URL, so that Back, a reload and a shared link restore them. A selection adds a history
 * entry, which Back undoes. Typed input replaces the current entry.
 */
export function useUrlParams<P extends Params>(urlParams: UrlParams<P>): UrlParamsState<P> {
  const navigate = useNavigate();
  const location = useLocation();
  // Controls must react immediately, but the router changes the location some frames later. Until then, this state contains the new query.
  const [pending, setPending] = useState<{ location: Location; query: URLSearchParams } | null>(null);
  const committedValues = useMemo(
    () => urlParams.read(pending?.location === location ? pending.query : new URLSearchParams(location.search)),
    [urlParams, pending, location],
  );
  const write = useCallback(
    (patch: Patch<P>, replaces: boolean) => {
      const query = urlParams.write(patch, getLatestQuery(location));
      if (query.toString() === getLatestQuery(location).toString()) return;
      writtenQueries.set(location, query);
      setPending({ location, query });
      // Keep the state of the history entry, which belongs to the page, such as the list from which the page was opened.
      void navigate(
        { search: query.toString() },
        { replace: replaces, preventScrollReset: true, state: location.state as unknown },
      );
    },
    [urlParams, location, navigate],
  );
  return useParamsState(urlParams, committedValues, write, useVisit(location));
}

/** Like `useUrlParams`, with local state instead of the URL. For widgets on pages of other micro-frontends. */
export function useLocalParams<P extends Params>(urlParams: UrlParams<P>): UrlParamsState<P> {
  const [committedValues, setCommittedValues] = useState(urlParams.initial);
  const write = useCallback((patch: Patch<P>) => setCommittedValues((current) => ({ ...current, ...patch })), []);
  return useParamsState(urlParams, committedValues, write, null);
}
