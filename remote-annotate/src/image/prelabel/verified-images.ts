/** As many are kept of a job, and of all: the last may be the image on the screen, or be deleted since. */
const MOST_IMAGES = 15;
const MOST_JOBS = 30;
const MOST_LOADED = 500;

/** Who works where. */
export interface Place {
  readonly user: string;
  readonly workspace: string;
  /** Absent outside of jobs. */
  readonly job?: string;
}

/** Ids of images that the person verified, last first: of all, and of each job, by its id. */
interface Verified {
  readonly all: readonly string[];
  readonly jobs: readonly (readonly [job: string, images: readonly string[]])[];
}

const keyOf = ({ user, workspace }: Place) => `annotate.verified.${user}.${workspace}`;
const loadedKey = ({ user, job }: Place) => `annotate.auto-loaded.${user}.${job}`;

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

const ids = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

function read(place: Place): Verified {
  const value = parsed(keyOf(place));
  if (typeof value !== 'object' || value === null || !('all' in value) || !('jobs' in value) || !Array.isArray(value.jobs))
    return { all: [], jobs: [] };
  const jobs = (value.jobs as unknown[]).flatMap((each) =>
    Array.isArray(each) && typeof each[0] === 'string' ? [[each[0], ids(each[1])] as const] : [],
  );
  return { all: ids(value.all), jobs };
}

const withFirst = (images: readonly string[], image: string) =>
  [image, ...images.filter((each) => each !== image)].slice(0, MOST_IMAGES);

/** Notes in this browser that the person has verified an image. */
export function rememberVerified(place: Place, image: string): void {
  const { all, jobs } = read(place);
  const { job } = place;
  const ofJob = jobs.find(([id]) => id === job)?.[1] ?? [];
  const next: Verified = {
    all: withFirst(all, image),
    jobs:
      job === undefined
        ? jobs
        : [[job, withFirst(ofJob, image)] as const, ...jobs.filter(([id]) => id !== job)].slice(0, MOST_JOBS),
  };
  localStorage.setItem(keyOf(place), JSON.stringify(next));
}

/** Takes an image out: its verification was taken back, or it is not there any more. */
export function forgetVerified(place: Place, image: string): void {
  const { all, jobs } = read(place);
  const without = (images: readonly string[]) => images.filter((each) => each !== image);
  const next: Verified = { all: without(all), jobs: jobs.map(([id, images]) => [id, without(images)] as const) };
  localStorage.setItem(keyOf(place), JSON.stringify(next));
}

/** The images that the person verified before this one, last first: in this workspace, in a job in this job. */
export function verifiedBefore(place: Place, image: string): readonly string[] {
  const { all, jobs } = read(place);
  const images = place.job === undefined ? all : (jobs.find(([id]) => id === place.job)?.[1] ?? []);
  return images.filter((each) => each !== image);
}

/** Whether objects came by themselves to an image of a job: what the person made of them since is not to be undone. */
export function isAutoLoaded(place: Place, image: string): boolean {
  return ids(parsed(loadedKey(place))).includes(image);
}

export function rememberAutoLoaded(place: Place, image: string): void {
  const images = [image, ...ids(parsed(loadedKey(place)))].slice(0, MOST_LOADED);
  localStorage.setItem(loadedKey(place), JSON.stringify(images));
}
