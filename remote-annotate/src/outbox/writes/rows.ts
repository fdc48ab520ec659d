import type { AttachedLabel, Job, Suspect, TrainingImage, Verification } from '@console/shared-contract/api';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';

/** The fields of an image that its tile in the image browser shows. */
export interface TileFields {
  readonly verificationsCount: number;
  readonly isTest: boolean;
  readonly isReal: boolean;
}

/** The image jobs that contain an image, and the other open image jobs. */
export interface ImageJobs {
  /** Jobs that contain the image. */
  readonly assigned: readonly Job[];
  /** Open jobs that the image can be added to. */
  readonly available: readonly Job[];
}

/** The types of the rows to which pending writes are applied, by kind. Each row has an id. */
export interface Rows {
  image: TrainingImage;
  /** The recognition labels of an object. The id is the id of the object. */
  object: readonly AttachedLabel[];
  /** Identified by the id of the image. */
  tile: TileFields;
  /** Identified by the id of the image. */
  verifications: readonly Verification[];
  /** Identified by the id of the image. */
  imageJobs: ImageJobs;
  /** Open suspected label errors of an image, most certain first. Identified by the id of the image. */
  suspects: readonly Suspect[];
  /** Identified by `image/<id>` or `similarity/<id>`. */
  job: Job;
  /** The user's next items of a job. Identified by `image/<id>` or `similarity/<id>`. */
  batch: readonly string[];
}
export type RowKind = keyof Rows;

const queryKeys: Record<RowKind, (id: string) => WorkspaceKey> = {
  image: (id) => ['image', id],
  object: (id) => ['object', id],
  tile: () => ['images'],
  verifications: (id) => ['verifications', id],
  // The key starts with the key of all jobs, so that changes on the page of jobs also refresh this query.
  imageJobs: (id) => ['jobs', 'of-image', id],
  // Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
  suspects: (id) => ['own:annotate', 'suspects', id],
  job: (id) => ['jobs', ...id.split('/')],
  batch: (id) => ['job-batch', ...id.split('/')],
};

/** Returns the query key of a row without the workspace. For tiles, returns the common prefix of all their queries. */
export function getRowKey(kind: RowKind, id: string): WorkspaceKey {
  return queryKeys[kind](id);
}
