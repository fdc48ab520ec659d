import { useHasService } from '@console/shared-auth';
import { useMemo } from 'react';
import { useLabelChoices, type LabelChoice } from '../../browser/data/browser.queries';

/** The labels of detection and segmentation, sorted by name within each domain. */
export function useShapeLabels(): { data: readonly LabelChoice[]; isPending: boolean; isError: boolean } {
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  const detection = useLabelChoices('detection', hasDetection);
  const segmentation = useLabelChoices('segmentation', hasSegmentation);
  const data = useMemo(() => [...(detection.data ?? []), ...(segmentation.data ?? [])], [detection.data, segmentation.data]);
  return {
    data,
    isPending: (hasDetection && detection.isPending) || (hasSegmentation && segmentation.isPending),
    isError: detection.isError || segmentation.isError,
  };
}
