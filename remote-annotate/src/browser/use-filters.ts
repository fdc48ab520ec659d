import { useCallback, useMemo, useState } from 'react';
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
  const filters = useMemo(() => readFilters(params), [params]);
  const change = useCallback(
    (patch: Partial<BrowserFilters>) => setParams((current) => writeFilters(changed(readFilters(current), patch))),
    [setParams],
  );
  return { filters, change };
}

/** Filters of a browser that is a part of another page, whose address is not ours. */
export function useLocalFilters(): FilterState {
  const [filters, setFilters] = useState(initialFilters);
  const change = useCallback((patch: Partial<BrowserFilters>) => setFilters((current) => changed(current, patch)), []);
  return { filters, change };
}
