import { useResources } from '@console/shared-auth';
import { useCallback } from 'react';
import { usePredictionRuns } from './prediction-runs.queries';
import { removeUnavailableFilters, type BrowserFilters } from './filters';

/** Returns a function that removes filters which the workspace or the server does not support. */
export function useAllowedFilters(): (filters: BrowserFilters) => BrowserFilters {
  const { hasService } = useResources();
  const hasRecognition = hasService('recognition');
  const hasDetection = hasService('custom-object-detection');
  const hasSegmentation = hasService('custom-segmentation');
  const hasSimilarity = hasService('custom-similarity');
  // Null means that the server has no prediction runs. While they load, keep the filters from the URL.
  const hasPredictions = usePredictionRuns() !== null;
  return useCallback(
    (filters) =>
      removeUnavailableFilters(filters, {
        recognition: hasRecognition,
        detection: hasDetection,
        segmentation: hasSegmentation,
        similarity: hasSimilarity,
        predictions: hasPredictions,
      }),
    [hasRecognition, hasDetection, hasSegmentation, hasSimilarity, hasPredictions],
  );
}
