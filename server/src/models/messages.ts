/** The sentences about models and the model server that a caller reads. */
export const messages = {
  noLabels: 'This task has no labels. Add some before it is trained.',
  tooFewPictures: (train: number, least: number) =>
    `There are too few pictures to train on: ${train} of at least ${least}. Pictures of TEST are held out.`,
  alreadyQueued: 'A model of this task is in the queue already.',
  nothingTrains: 'This server has nothing that can train models.',
  noTrainedModel: 'No trained model exists!',
  fileOnItsWay: 'The file of this model is being fetched from the model server. Try again in a minute.',
  noFileOfModel: 'The model server gives no file of this model.',
  noPermission: "You don't have permission for this feature!",
  noModel: 'There is no trained model for this task.',
  required: 'is required',
  unreachable: 'The model server cannot be reached. Try again.',
  tooSlow: 'The model server did not answer in time. Try again.',
  nonsense: 'The model server gave an answer that cannot be used.',
  refusedUs: 'The model server does not let this server in.',
  refused: (detail: string) => `The model server refused: ${detail}`,
  lost: 'The model server does not know this model any more.',
  noPicture: (index: number) => `records.${index}: has neither _url nor _base64`,
  notAllowed: (index: number) => `records.${index}._url: is not of a host that pictures are taken from`,
  unreadable: 'This picture could not be read.',
  notBase64: (index: number) => `records.${index}._base64: is not base64`,
} as const;
