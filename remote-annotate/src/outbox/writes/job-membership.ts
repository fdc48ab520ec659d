import { refusedMessages } from '../entries/outbox-messages';
import { storedCall } from '../entries/stored-call';
import type { ImageJobs } from './rows';
import type { JobMembershipWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

const ACTION = 'POST /annotate/v2/imagejob/{id}';

function divided(jobs: ImageJobs, { job, after }: JobMembershipWrite): ImageJobs {
  const from = after ? jobs.others : jobs.of;
  const moved = from.find(({ id }) => id === job.id);
  if (!moved) return jobs;
  const rest = from.filter((other) => other !== moved);
  const grown = [...(after ? jobs.of : jobs.others), moved].sort((a, b) => a.name.localeCompare(b.name));
  if (after) return { of: grown, others: rest };
  // A completed job accepts no more images.
  return { of: rest, others: moved.done ? jobs.others : grown };
}

/** Adds an image to a job or removes it. */
export const jobMembership: WriteKind<JobMembershipWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, job }) => `job-membership ${image} ${job.id}`,
  call: ({ image, job, after }) =>
    storedCall(after ? `${ACTION}/add-images` : `${ACTION}/remove-images`, { id: job.id }, { images: [image] }),
  refusal: ({ job, after }) => (after ? refusedMessages.addToJob(job.name) : refusedMessages.removeFromJob(job.name)),
  isSettledBy: ({ after }, status) => status === 409 || (!after && status === 404),
  rows: ({ image }) => ({ imageJobs: image }),
  effects: { imageJobs: divided },
  fromCall: () => null,
};
