/** Text about the jobs of an image. */
export const imageJobMessages = {
  title: 'Adding Image to the Job',
  job: 'Job',
  placeholder: 'Type part of the name',
  noneToAdd: 'There is no other open job to add the image to.',
  add: 'Add To Job',
  added: 'Successfuly added!',
  removed: 'Successfuly removed!',
  noJobs: 'No jobs for this image!',
  jobsOfImage: 'Jobs of this image',
  remove: (name: string) => `Remove from ${name}`,
  done: 'Done',
  noTasks: 'There is no recognition tasks or flow in this job.',
  jobTasks: 'Tasks of the job',
  progress: (done: number, total: number) => `${done.toLocaleString('en')}/${total.toLocaleString('en')}`,
} as const;
