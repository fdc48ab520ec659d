import type { AttachedLabel, Job, Suspect, TrainingImage, Verification } from '@console/shared-contract/api';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';

/** What a tile of the image browser shows of its image. */
export interface TileFacts {
  readonly verificationsCount: number;
  readonly isTest: boolean;
  readonly isReal: boolean;
}

/** Image jobs, divided by whether one image is in them. */
export interface ImageJobs {
  /** Jobs that the image is an item of. */
  readonly of: readonly Job[];
  /** Open jobs that it could be added to. */
  readonly others: readonly Job[];
}

/** What is read from the server and shown with pending writes laid over it. */
export interface Rows {
  image: TrainingImage;
  /** Recognition labels of an object. */
  object: readonly AttachedLabel[];
  /** By the image. */
  tile: TileFacts;
  /** Of an image. */
  verifications: readonly Verification[];
  /** Of an image. */
  imageJobs: ImageJobs;
  /** Of an image: those that are open, the surest first. */
  suspects: readonly Suspect[];
  /** By `image/<id>` or `similarity/<id>`. */
  job: Job;
  /** The caller's next items of a job, by the same. */
  batch: readonly string[];
}
export type RowKind = keyof Rows;

const keys: Record<RowKind, (id: string) => WorkspaceKey> = {
  image: (id) => ['image', id],
  object: (id) => ['object', id],
  tile: () => ['images'],
  verifications: (id) => ['verifications', id],
  // Under the key of all jobs: what the page of jobs changes is read again here.
  imageJobs: (id) => ['jobs', 'of-image', id],
  suspects: (id) => ['own:annotate', 'suspects', id],
  job: (id) => ['jobs', ...id.split('/')],
  batch: (id) => ['job-batch', ...id.split('/')],
};

/** The key of the query that holds a row, without the workspace; of tiles, what all their queries begin with. */
export function rowKey(kind: RowKind, id: string): WorkspaceKey {
  return keys[kind](id);
}
