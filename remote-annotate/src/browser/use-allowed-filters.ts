import { useResources } from '@console/shared-auth';
import { useCallback } from 'react';
import { usePredictionRuns } from '../image/suspects/prediction-runs.queries';
import { allowedFilters, type BrowserFilters } from './filters';

/** Takes from filters what this workspace, or this deployment, does not know. */
export function useAllowedFilters(): (filters: BrowserFilters) => BrowserFilters {
  const { hasService } = useResources();
  const recognition = hasService('recognition');
  const detection = hasService('custom-object-detection');
  const segmentation = hasService('custom-segmentation');
  const similarity = hasService('custom-similarity');
  // While that is not known they are asked for: they are in the address.
  const predictions = usePredictionRuns() !== null;
  return useCallback(
    (filters) => allowedFilters(filters, { recognition, detection, segmentation, similarity, predictions }),
    [recognition, detection, segmentation, similarity, predictions],
  );
}
