import { refusedMessages } from '../entries/outbox-messages';
import { buildStoredCall } from '../entries/stored-call';
import type { ImageJobs } from './rows';
import type { JobMembershipWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

const JOB_CALL = 'POST /annotate/v2/imagejob/{id}';

function moveJob(jobs: ImageJobs, { job, after }: JobMembershipWrite): ImageJobs {
  const sourceJobs = after ? jobs.available : jobs.assigned;
  const movedJob = sourceJobs.find(({ id }) => id === job.id);
  if (!movedJob) return jobs;
  const remainingJobs = sourceJobs.filter((jobId) => jobId !== movedJob);
  const extendedJobs = [...(after ? jobs.assigned : jobs.available), movedJob].sort((a, b) => a.name.localeCompare(b.name));
  if (after) return { assigned: extendedJobs, available: remainingJobs };
  // A completed job accepts no more images.
  return { assigned: remainingJobs, available: movedJob.done ? jobs.available : extendedJobs };
}

/** Adds an image to a job or removes it. */
export const jobMembershipWrite: WriteKind<JobMembershipWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, job }) => `job-membership ${image} ${job.id}`,
  buildCall: ({ image, job, after }) =>
    buildStoredCall(after ? `${JOB_CALL}/add-images` : `${JOB_CALL}/remove-images`, { id: job.id }, { images: [image] }),
  refusalMessage: ({ job, after }) => (after ? refusedMessages.addToJob(job.name) : refusedMessages.removeFromJob(job.name)),
  isAlreadyApplied: ({ after }, status) => status === 409 || (!after && status === 404),
  rows: ({ image }) => ({ imageJobs: image }),
  effects: { imageJobs: moveJob },
};
