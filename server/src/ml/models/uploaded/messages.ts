/** Messages about uploaded models that users see. */
export const messages = {
  noBackEnd: 'This server does not run models, so none can be uploaded.',
  noFile: 'A form with an ONNX file is required.',
  noImages: 'The model is tested on images of the workspace. Upload some images first.',
  noValues: 'Models can be uploaded for detection, segmentation, categorization and tagging.',
  noLabels: 'This task has no labels. Add some before you upload a model.',
  busy: 'Other models are being checked. Try again in a minute.',
  longNames: 'The names of the classes in the model are too long. Shorten them in its metadata and upload it again.',
  tooManyRequests: 'Too many images are waiting for uploaded models. Try again in a minute.',
  cancelled: 'The check of the model was canceled.',
  expired: 'The uploaded file has expired. Upload it again.',
  unknownToken: 'is not the token of a checked model of this task',
  notUploaded: 'This model was not uploaded, so it cannot be changed.',
  unknownThreshold: 'contains a label for which the model has no threshold',
  notInTask: 'contains a label that the task does not have',
  unknownClass: (index: number, count: number) => `contains class ${index}, but the model has only ${count} classes`,
  repeatedClass: (index: number) => `contains class ${index} twice`,
  check: {
    tooSlow: (seconds: number) => `The model did not finish within ${seconds} seconds, so it was stopped.`,
    tooMuchMemory: (megabytes: number) => `The model needed more than ${megabytes} MB of memory, so it was stopped.`,
    exited: 'The process that ran the model stopped. The model cannot be used.',
  },
} as const;
