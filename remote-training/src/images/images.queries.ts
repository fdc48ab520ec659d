import { api, useWorkspaceQuery } from '@console/shared-auth';

export const IMAGES_PER_PAGE = 30;

/** Filter for a list of images. */
export interface ImageFilter {
  /** Ids of recognition labels. Images must have all of them. */
  all_labels?: readonly string[];
  /** Id of the dataset version that contains the images. */
  dataset?: string;
}

/** A page of the images that match a filter, newest first. */
export function useImagePage({ all_labels: labels, dataset }: ImageFilter, page: number) {
  return useWorkspaceQuery({
    key: ['images', 'of-training', labels, dataset, page],
    load: (scope) =>
      api.call('GET /recognition/v2/training-image/', {
        query: {
          ...(labels && { all_labels: [...labels] }),
          ...(dataset !== undefined && { dataset }),
          ...({ page, page_size: IMAGES_PER_PAGE, sort: 'newest' } as const),
        },
        ...scope,
      }),
  });
}
