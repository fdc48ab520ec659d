/** Messages about models and the model server that users see. */
export const messages = {
  noLabels: 'This task has no labels. Add some before you train it.',
  tooFewImages: (train: number, min: number) =>
    `There are too few images to train on: ${train} of at least ${min}. TEST images are not used for training.`,
  alreadyQueued: 'A model of this task is already in the queue.',
  noTrainingBackEnd: 'This server is not set up to train models.',
  noTrainedModel: 'No trained model exists!',
  fileDownloading: 'The file of this model is still being downloaded from the model server. Try again in a minute.',
  noModelFile: "The model server doesn't provide a file for this model.",
  noPermission: "You don't have permission for this feature!",
  noModel: 'There is no trained model for this task.',
  required: 'is required',
  unreachable: 'The model server cannot be reached. Try again.',
  tooSlow: 'The model server did not respond in time. Try again.',
  invalidResponse: 'The model server returned an invalid response.',
  unauthorized: "The model server rejected this server's credentials.",
  refused: (detail: string) => `The model server refused: ${detail}`,
  unknownModel: 'The model server no longer knows this model.',
  noImage: (index: number) => `records.${index}: has neither _url nor _base64`,
  notAllowed: (index: number) => `records.${index}._url: is not on a host that images may be downloaded from`,
  unreadable: 'This image could not be read.',
  notBase64: (index: number) => `records.${index}._base64: is not base64`,
} as const;
