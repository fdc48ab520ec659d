import { ApiError } from '@console/shared-auth';

/** The address leads to nothing: the row is gone, is another company's, or the id is none. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);
