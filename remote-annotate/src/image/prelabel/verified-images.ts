/** As many are kept of a job, and of all: the last may be the image on the screen, or be deleted since. */
const MAX_IMAGES = 15;
const MAX_JOBS = 30;
const MAX_AUTO_LOADED = 500;

/** Who works where. */
export interface AnnotatorScope {
  readonly user: string;
  readonly workspace: string;
  /** Absent outside of jobs. */
  readonly job?: string;
}

/** Ids of images that the person verified, last first: of all, and of each job, by its id. */
interface VerifiedImages {
  readonly all: readonly string[];
  readonly jobs: readonly (readonly [job: string, images: readonly string[]])[];
}

const getVerifiedKey = ({ user, workspace }: AnnotatorScope) => `annotate.verified.${user}.${workspace}`;
const getAutoLoadedKey = ({ user, job }: AnnotatorScope) => `annotate.auto-loaded.${user}.${job}`;

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

const parseIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

function read(place: AnnotatorScope): VerifiedImages {
  const value = readJson(getVerifiedKey(place));
  if (typeof value !== 'object' || value === null || !('all' in value) || !('jobs' in value) || !Array.isArray(value.jobs))
    return { all: [], jobs: [] };
  const jobs = (value.jobs as unknown[]).flatMap((each) =>
    Array.isArray(each) && typeof each[0] === 'string' ? [[each[0], parseIds(each[1])] as const] : [],
  );
  return { all: parseIds(value.all), jobs };
}

const moveToFront = (images: readonly string[], image: string) =>
  [image, ...images.filter((each) => each !== image)].slice(0, MAX_IMAGES);

/** Notes in this browser that the person has verified an image. */
export function rememberVerified(place: AnnotatorScope, image: string): void {
  const { all, jobs } = read(place);
  const { job } = place;
  const ofJob = jobs.find(([id]) => id === job)?.[1] ?? [];
  const next: VerifiedImages = {
    all: moveToFront(all, image),
    jobs:
      job === undefined
        ? jobs
        : [[job, moveToFront(ofJob, image)] as const, ...jobs.filter(([id]) => id !== job)].slice(0, MAX_JOBS),
  };
  localStorage.setItem(getVerifiedKey(place), JSON.stringify(next));
}

/** Takes an image out: its verification was taken back, or it is not there any more. */
export function removeVerified(place: AnnotatorScope, image: string): void {
  const { all, jobs } = read(place);
  const without = (images: readonly string[]) => images.filter((each) => each !== image);
  const next: VerifiedImages = { all: without(all), jobs: jobs.map(([id, images]) => [id, without(images)] as const) };
  localStorage.setItem(getVerifiedKey(place), JSON.stringify(next));
}

/** The images that the person verified before this one, last first: in this workspace, in a job in this job. */
export function listPreviouslyVerified(place: AnnotatorScope, image: string): readonly string[] {
  const { all, jobs } = read(place);
  const images = place.job === undefined ? all : (jobs.find(([id]) => id === place.job)?.[1] ?? []);
  return images.filter((each) => each !== image);
}

/** Whether objects came by themselves to an image of a job: what the person made of them since is not to be undone. */
export function isAutoLoaded(place: AnnotatorScope, image: string): boolean {
  return parseIds(readJson(getAutoLoadedKey(place))).includes(image);
}

export function rememberAutoLoaded(place: AnnotatorScope, image: string): void {
  const images = [image, ...parseIds(readJson(getAutoLoadedKey(place)))].slice(0, MAX_AUTO_LOADED);
  localStorage.setItem(getAutoLoadedKey(place), JSON.stringify(images));
}
