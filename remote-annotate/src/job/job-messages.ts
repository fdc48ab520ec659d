import { formatCount } from '@console/shared-ui/format';

/** Text of the job work pages of images and of similarity groups. */
export const jobMessages = {
  imageTitle: 'Image job',
  similarityTitle: 'Similarity job',
  notFound: 'Job not found!',
  loading: 'Loading the job',
  complete: 'There is no job for this task. Everything is complete!',
  openForOthers: (count: number) =>
    `${formatCount(count, 'item is', 'items are')} currently open for other users. Items that they do not finish become available after 30 minutes.`,
  missingPeople:
    'The remaining items need more annotators than may work on this job. Ask a manager of the workspace to assign more annotators or to require fewer.',
  checkAgain: 'Check again',
  assignedTo: (names: string) => `This job is assigned to ${names}.`,
  allJobs: 'All jobs',
  paused: 'You are paused in this job. Ask a manager of the workspace to let you continue.',
  feedback: 'Feedback',
  completedByOther: 'Another annotator completed this image first',
  completedByOtherHint:
    'Your annotations are saved, and reviewers can see them. The image keeps the annotations that were completed first.',
  saving: 'The next items are loaded as soon as your changes are saved.',
  needsDecision: 'Your remaining items need your decision.',
  otherImages: (count: number) =>
    `${formatCount(count, 'change', 'changes')} on other images ${count === 1 ? 'needs' : 'need'} your decision.`,
  progressLabel: 'Progress',
  random: 'Random order',
  autoComplete: 'Auto-complete',
  undoStep: 'Undo the last step',
  redoStep: 'Redo the last step',
  previous: 'Previous',
  next: 'Next',
  verifyAndNext: 'Verify and Next',
  notInJob: { image: 'This image is not in the job.', similarity: 'This group is not in the job.' },
  continueJob: 'Continue the job',
  notShownYet: 'The next item is still loading. Press the key again when it is shown.',
  noPrevious: 'No previous item in job....',
  toolbar: 'Job',
  comments: 'Comments',
  groupWidget: 'The group',
  noGroupBody: 'The installed version of the similarity part cannot show a group on this page.',
} as const;
