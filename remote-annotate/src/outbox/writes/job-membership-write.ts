import { refusedMessages } from '../entries/outbox-messages';
import { buildStoredCall } from '../entries/stored-call';
import type { ImageJobs } from './rows';
import type { JobMembershipWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

const ACTION = 'POST /annotate/v2/imagejob/{id}';

function moveJob(jobs: ImageJobs, { job, after }: JobMembershipWrite): ImageJobs {
  const source = after ? jobs.available : jobs.assigned;
  const movedJob = source.find(({ id }) => id === job.id);
  if (!movedJob) return jobs;
  const remaining = source.filter((jobId) => jobId !== movedJob);
  const extendedJobs = [...(after ? jobs.assigned : jobs.available), movedJob].sort((a, b) => a.name.localeCompare(b.name));
  if (after) return { assigned: extendedJobs, available: remaining };
  // A completed job accepts no more images.
  return { assigned: remaining, available: movedJob.done ? jobs.available : extendedJobs };
}

/** Adds an image to a job or removes it. */
export const jobMembershipWrite: WriteKind<JobMembershipWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, job }) => `job-membership ${image} ${job.id}`,
  buildCall: ({ image, job, after }) =>
    buildStoredCall(after ? `${ACTION}/add-images` : `${ACTION}/remove-images`, { id: job.id }, { images: [image] }),
  refusalMessage: ({ job, after }) => (after ? refusedMessages.addToJob(job.name) : refusedMessages.removeFromJob(job.name)),
  isAlreadyApplied: ({ after }, status) => status === 409 || (!after && status === 404),
  rows: ({ image }) => ({ imageJobs: image }),
  effects: { imageJobs: moveJob },
};
