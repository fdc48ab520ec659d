/** Error messages of the annotation routes for API clients. */
export const messages = {
  jobNotFound: 'Job not found.',
  notInJob: 'are not all in this job',
  tooFewAssignees: (assignees: number, todo: number) =>
    `are ${assignees}, but todo_number asks for ${todo} different people for each item, so the job could never be completed`,
  cannotAnnotate: 'contains a member whose role does not allow to annotate',
  notDone: 'has not been marked as done, so there is nobody to send it back to',
  reviewerOnly: 'Only the reviewer who sent the item back can close the remark or send the item back again.',
  required: 'is required',
  onlyImageJobs: 'is only possible for image jobs',
  alreadyBegun: 'cannot change, because a user has started an item. Create another job instead',
  hasGold: 'cannot change, because the job has gold items. Turn them off first',
  notOpened:
    'contains an image that you have not opened. The users of this job work independently: reload the job and annotate the image there',
  notBlind: 'The users of this job do not work independently.',
  itemNotHandedOut: 'This image is not assigned to you. Open the job to get the next images.',
  layerDone: 'You have marked this image as done. Remove the mark to change your work.',
  otherKind: (kind: string) => `is not ${kind}, the kind of this shape`,
  notAnObject: 'is not an object, so it cannot have recognition labels',
  corrected:
    'contains an image whose annotations somebody has corrected since you marked it as done. Ask a reviewer to send the image back',
  notAssigned: 'This job is assigned to other people.',
  paused: 'You are paused in this job. Ask a manager of the workspace to let you continue.',
} as const;
