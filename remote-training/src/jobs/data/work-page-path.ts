import type { TypedJob } from '@console/shared-contract/api';

/** Path of the page where users work on a job. */
export const getWorkPagePath = ({ id, type }: TypedJob): string => `/${type}job/${id}`;
