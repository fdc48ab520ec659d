import { parseIds, readStoredIds, readStoredJson } from '../preferences/stored-json';

/**
 * Number of verified images that are stored, for each job and in total. Several are needed, because the last image may be the current image
 * or deleted.
 */
const MAX_IMAGES = 15;
const MAX_JOBS = 30;
const MAX_AUTO_LOADED = 500;

/** The user and the context of their work. */
export interface AnnotatorScope {
  readonly user: string;
  readonly workspace: string;
  /** Undefined outside of jobs. */
  readonly job?: string;
}

/** Ids of verified images, most recent first: in all jobs of the workspace, and by job. */
interface VerifiedImages {
  readonly all: readonly string[];
  readonly jobs: readonly (readonly [job: string, imageIds: readonly string[]])[];
}

const getVerifiedKey = ({ user, workspace }: AnnotatorScope) => `annotate.verified.${user}.${workspace}`;
const getAutoLoadedKey = ({ user, job }: AnnotatorScope) => `annotate.auto-loaded.${user}.${job}`;

function readVerified(scope: AnnotatorScope): VerifiedImages {
  const value = readStoredJson(localStorage, getVerifiedKey(scope));
  if (typeof value !== 'object' || value === null || !('all' in value) || !('jobs' in value) || !Array.isArray(value.jobs))
    return { all: [], jobs: [] };
  const imagesByJob = (value.jobs as unknown[]).flatMap((job) =>
    Array.isArray(job) && typeof job[0] === 'string' ? [[job[0], parseIds(job[1])] as const] : [],
  );
  return { all: parseIds(value.all), jobs: imagesByJob };
}

const moveToFront = (imageIds: readonly string[], imageId: string) =>
  [imageId, ...imageIds.filter((otherId) => otherId !== imageId)].slice(0, MAX_IMAGES);

/** Stores in this browser that the user has verified an image. */
export function rememberVerified(scope: AnnotatorScope, imageId: string): void {
  const { all: allImages, jobs: imagesByJob } = readVerified(scope);
  const { job: jobId } = scope;
  const jobImages = imagesByJob.find(([id]) => id === jobId)?.[1] ?? [];
  const verifiedImages: VerifiedImages = {
    all: moveToFront(allImages, imageId),
    jobs:
      jobId === undefined
        ? imagesByJob
        : [[jobId, moveToFront(jobImages, imageId)] as const, ...imagesByJob.filter(([id]) => id !== jobId)].slice(0, MAX_JOBS),
  };
  localStorage.setItem(getVerifiedKey(scope), JSON.stringify(verifiedImages));
}

/** Removes an image that was deleted or whose verification was removed. */
export function removeVerified(scope: AnnotatorScope, imageId: string): void {
  const { all: allImageIds, jobs: imagesByJob } = readVerified(scope);
  const removeImage = (imageIds: readonly string[]) => imageIds.filter((otherId) => otherId !== imageId);
  const verifiedImages: VerifiedImages = {
    all: removeImage(allImageIds),
    jobs: imagesByJob.map(([id, imageIds]) => [id, removeImage(imageIds)] as const),
  };
  localStorage.setItem(getVerifiedKey(scope), JSON.stringify(verifiedImages));
}

/** Returns the other images that the user verified in the workspace or in the current job, most recent first. */
export function listPreviouslyVerified(scope: AnnotatorScope, imageId: string): readonly string[] {
  const { all: allImageIds, jobs: imagesByJob } = readVerified(scope);
  const imageIds = scope.job === undefined ? allImageIds : (imagesByJob.find(([id]) => id === scope.job)?.[1] ?? []);
  return imageIds.filter((otherId) => otherId !== imageId);
}

/**
 * Whether objects were loaded automatically for an image of a job. This happens only once, so that it does not override later changes of
 * the user.
 */
export function isAutoLoaded(scope: AnnotatorScope, imageId: string): boolean {
  return readStoredIds(localStorage, getAutoLoadedKey(scope)).includes(imageId);
}

/** Stores that objects were loaded automatically for an image. */
export function rememberAutoLoaded(scope: AnnotatorScope, imageId: string): void {
  const imageIds = [imageId, ...readStoredIds(localStorage, getAutoLoadedKey(scope))].slice(0, MAX_AUTO_LOADED);
  localStorage.setItem(getAutoLoadedKey(scope), JSON.stringify(imageIds));
}
