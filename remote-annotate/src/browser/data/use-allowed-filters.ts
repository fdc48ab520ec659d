import { useResources } from '@console/shared-auth';
import { useCallback } from 'react';
import { usePredictionRuns } from './prediction-runs.queries';
import { removeUnavailableFilters, type BrowserFilters } from './filters';

/** Returns a function that removes filters which the workspace or the server does not support. */
export function useAllowedFilters(): (filters: BrowserFilters) => BrowserFilters {
  const { hasService } = useResources();
  const recognition = hasService('recognition');
  const detection = hasService('custom-object-detection');
  const segmentation = hasService('custom-segmentation');
  const similarity = hasService('custom-similarity');
  // Null means that the server has no prediction runs. While they load, keep the filters from the URL.
  const predictions = usePredictionRuns() !== null;
  return useCallback(
    (filters) => removeUnavailableFilters(filters, { recognition, detection, segmentation, similarity, predictions }),
    [recognition, detection, segmentation, similarity, predictions],
  );
}
