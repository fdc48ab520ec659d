import { api } from '@console/shared-auth';
import type { TrainingImage } from '@console/shared-contract/api';
import { type ListParams, type ListState, type UrlParamsState, useServerList, type ValuesOf } from '@console/shared-ui/pages';

/** Filter for a list of images. */
export interface ImageFilter {
  /** Ids of recognition labels. Images must have all of them. */
  all_labels?: string[];
  /** Id of the dataset version that contains the images. */
  dataset?: string;
}

/**
 * The images that match a filter, newest first.
 * @param owner id of the label or dataset version whose images are shown, for the query key
 */
export function useImageList<P extends ListParams>(
  owner: string,
  params: UrlParamsState<P>,
  toFilter: (values: ValuesOf<P>) => ImageFilter,
): ListState<TrainingImage> {
  return useServerList({
    params,
    pageSize: 30,
    key: ['images', 'of-training', owner],
    toFilter: (values) => ({ ...toFilter(values), sort: 'newest' as const }),
    load: (query, scope) => api.call('GET /recognition/v2/training-image/', { query, ...scope }),
  });
}
