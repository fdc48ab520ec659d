import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changed, initialFilters, type BrowserFilters } from './filters';
import { readFilters, writeFilters } from './filters-url';

export interface FilterState {
  filters: BrowserFilters;
  change: (patch: Partial<BrowserFilters>) => void;
}

/** Filters in the address, so that they can be shared and the back button undoes them. */
export function useUrlFilters(): FilterState {
  const [params, setParams] = useSearchParams();
  // The router changes the address in a transition, some frames later; a control must answer in the frame of the click.
  const [filters, setFilters] = useState(() => readFilters(params));
  const [readFrom, setReadFrom] = useState(params);
  if (params !== readFrom) {
    setReadFrom(params);
    setFilters(readFilters(params));
  }
  const change = useCallback(
    (patch: Partial<BrowserFilters>) => {
      const next = changed(filters, patch);
      setFilters(next);
      setParams(writeFilters(next));
    },
    [filters, setParams],
  );
  return { filters, change };
}

/** Filters of a browser that is a part of another page, whose address is not ours. */
export function useLocalFilters(): FilterState {
  const [filters, setFilters] = useState(initialFilters);
  const change = useCallback((patch: Partial<BrowserFilters>) => setFilters((current) => changed(current, patch)), []);
  return { filters, change };
}
