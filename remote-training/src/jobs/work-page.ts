import type { TypedJob } from '@console/shared-contract/api';

/** Where a job is worked on. */
export const workPageOf = ({ id, type }: TypedJob): string => `/${type}job/${id}`;
