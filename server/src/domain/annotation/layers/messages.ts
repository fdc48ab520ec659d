/** Error messages about layers (users' own annotations of an item) for API clients. */
export const messages = {
  fieldRequired: 'is required',
  notIndependentJob: 'The users of this job do not work independently.',
  imageNotAssigned: 'This image is not assigned to you. Open the job to get the next images.',
  layerDone: 'You have marked this image as done. Remove the mark to change your work.',
  kindMismatch: (kind: string) => `is not ${kind}, the kind of this shape`,
  notAnObject: 'is not an object, so it cannot have recognition labels',
} as const;
