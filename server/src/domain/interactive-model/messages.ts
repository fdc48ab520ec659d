/** Messages about the interactive segmentation model that users and operators see. */
export const messages = {
  noFiles: 'A form with the files encoder and decoder and with the field description is required.',
  noModelFile: 'A file of the model is missing.',
  noModels: 'This server does not run models, so none can be uploaded.',
  failed: (problem: string) => `The interactive segmentation model of this server cannot be used. ${problem}`,
  tooSlow: (seconds: number) => `The interactive segmentation model took longer than ${seconds} seconds.`,
  tooMuchMemory: (megabytes: number) => `The interactive segmentation model needed more than ${megabytes} MB of memory.`,
  exited: 'The process of the interactive segmentation model stopped before it finished. Try again.',
  noImage: 'The file of the image is missing.',
  noDescription: 'model.json cannot be read in the folder of the model.',
  noJson: 'model.json is not valid JSON.',
  invalidDescription: (problems: string) => `model.json is invalid: ${problems}`,
} as const;
