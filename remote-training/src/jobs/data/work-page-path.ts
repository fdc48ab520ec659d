import type { JobWithType } from '@console/shared-contract/api';

/** Path of the page where users work on a job, or on one of its images. */
export const getWorkPagePath = ({ id, type }: JobWithType, imageId?: string): string =>
  `/${type}job/${id}${imageId === undefined ? '' : `?image=${imageId}`}`;
