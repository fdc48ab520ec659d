import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type { UrlParams, Params, Patch, ValuesOf } from './url-params';
import { usePendingInput } from './use-pending-input';

export interface UrlParamsState<P extends Params> {
  /** Values to show in controls, including text that the user is still typing. Lists that filter in the browser also use these values. */
  values: ValuesOf<P>;
  /** Values to use in requests. These are the values in the URL, without text that the user is still typing. */
  committedValues: ValuesOf<P>;
  /** Sets values. Also goes to the first page, unless the patch contains only the page. */
  set: (patch: Patch<P>) => void;
  /** Corrects values without adding a history entry, so that the Back button does not lead to the previous values. */
  replace: (patch: Patch<P>) => void;
  /** Resets all values except the given parameters. */
  clear: (...except: readonly (keyof P)[]) => void;
  /** Whether a value differs from its initial value, so that the list may be filtered. The page and the given parameters do not count. */
  isNarrowed: (...except: readonly (keyof P)[]) => boolean;
}

/**
 * The query that was last written for a location. The router updates the location some frames later, in a transition. Without this map,
 * one part of the page could overwrite the query that another part has just written.
 */
const writtenQueries = new WeakMap<Location, URLSearchParams>();
const getLatestQuery = (location: Location) => writtenQueries.get(location) ?? new URLSearchParams(location.search);

/**
 * Returns a number that increases with each navigation by the user. Changes of the URL that were written through this module do not count.
 */
function useVisit(location: Location): number {
  const [visit, setVisit] = useState({ location, number: 0 });
  if (visit.location === location) return visit.number;
  const isSame =
    location.pathname === visit.location.pathname &&
    new URLSearchParams(location.search).toString() === getLatestQuery(visit.location).toString();
  const visitNumber = isSame ? visit.number : visit.number + 1;
  setVisit({ location, number: visitNumber });
  return visitNumber;
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
      // Write pending typed input together with the other change, so that the input is not lost.
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
 * Stores values of a part of a page in the URL, so that the Back button, a reload and a shared link restore them. A change adds a history
 * entry, except for typed input, which replaces the current entry.
 */
export function useUrlParams<P extends Params>(urlParams: UrlParams<P>): UrlParamsState<P> {
  const navigate = useNavigate();
  const location = useLocation();
  // This state contains the new query until the router changes the location some frames later, so that controls react immediately.
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
      // Keep the state of the history entry. Pages store data in it, such as the list from which the page was opened.
      void navigate(
        { search: query.toString() },
        { replace: replaces, preventScrollReset: true, state: location.state as unknown },
      );
    },
    [urlParams, location, navigate],
  );
  return useParamsState(urlParams, committedValues, write, useVisit(location));
}

/** Like `useUrlParams`, but with local state instead of the URL. For widgets, which other micro-frontends show on their pages. */
export function useLocalParams<P extends Params>(urlParams: UrlParams<P>): UrlParamsState<P> {
  const [committedValues, setCommittedValues] = useState(urlParams.initial);
  const write = useCallback((patch: Patch<P>) => setCommittedValues((current) => ({ ...current, ...patch })), []);
  return useParamsState(urlParams, committedValues, write, null);
}
