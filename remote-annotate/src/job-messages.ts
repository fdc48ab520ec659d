import { plural } from './plural';

/** Sentences of both job work pages. */
export const jobMessages = {
  imageTitle: 'Image job',
  similarityTitle: 'Similarity job',
  notFound: 'Job not found!',
  loading: 'Loading the job',
  empty: 'There is no job for this task. Everything is complete!',
  withOthers: (count: number) =>
    `${plural(count, 'item is', 'items are')} with other people at the moment. What they leave can be had after half an hour.`,
  askAgain: 'Ask again',
  assignedTo: (names: string) => `This job is assigned to ${names}.`,
  saving: 'The next items come as soon as your work on these is saved.',
  undecided: 'All other items that you have wait for your decision.',
  earlier: (count: number) =>
    `${plural(count, 'change', 'changes')} on other pictures ${count === 1 ? 'needs' : 'need'} your decision.`,
  noTasks: 'There is no recognition tasks or flow in this job.',
  work: 'Work of the job',
  progress: (done: number, total: number) => `${done.toLocaleString('en')}/${total.toLocaleString('en')}`,
  progressLabel: 'Progress',
  random: 'Random order',
  autoComplete: 'Auto-complete',
  takeBack: 'Undo the last step',
  takeAgain: 'Redo the last step',
  previous: 'Previous',
  next: 'Next',
  verifyAndNext: 'Verify and Next',
  notAnItem: { image: 'This picture is not in the job.', similarity: 'This group is not in the job.' },
  goOn: 'Go on with the job',
  noPrevious: 'No previous item in job....',
  toolbar: 'Job',
  openGroup: 'Open the group',
  groupWidget: 'The group',
  noGroupBody: 'The similarity part of this console cannot show a group here yet.',
} as const;
