import { api, useWorkspaceQuery } from '@console/shared-auth';

export const PICTURES_OF_PAGE = 30;

/** What pictures are listed by. */
export interface PictureFilter {
  /** They carry every one of these recognition labels. */
  all_labels?: readonly string[];
  /** They are of this dataset version. */
  dataset?: string;
}

/** A page of the images of a filter, newest first. */
export function usePictures({ all_labels: labels, dataset }: PictureFilter, page: number) {
  return useWorkspaceQuery({
    key: ['images', 'of-training', labels, dataset, page],
    load: (scope) =>
      api.call('GET /recognition/v2/training-image/', {
        query: {
          ...(labels && { all_labels: [...labels] }),
          ...(dataset !== undefined && { dataset }),
          ...({ page, page_size: PICTURES_OF_PAGE, sort: 'newest' } as const),
        },
        ...scope,
      }),
  });
}
