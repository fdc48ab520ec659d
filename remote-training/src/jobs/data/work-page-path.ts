import type { JobWithType } from '@console/shared-contract/api';

/** Path of the page where users work on a job. */
export const getWorkPagePath = ({ id, type }: JobWithType): string => `/${type}job/${id}`;
