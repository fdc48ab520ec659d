const formatCount = (value: number, singular: string, plural: string) =>
  `${value.toLocaleString('en')} ${value === 1 ? singular : plural}`;

/** Text about jobs in which users work independently. */
export const layerMessages = {
  independent: 'You work independently: you do not see the annotations of other annotators, and they do not see yours.',
  markedAsDone: 'You have marked this image as done.',
  reopen: 'Change my annotations',
  versions: 'Earlier versions',
  restoreTitle: 'Restore an earlier version',
  restore: 'Restore',
  restored: 'Earlier version restored',
  restoreFailed: 'Unable to restore the version.',
  restoreHint: 'The version replaces your annotations of this image. The current state stays in this list.',
  noVersions: 'There are no earlier versions. A version is stored for each minute in which you change your annotations.',
  waitUntilSaved: 'Wait until your changes are saved.',
  version: (date: string, shapes: number, labels: number) =>
    `${date}: ${formatCount(shapes, 'shape', 'shapes')}, ${formatCount(labels, 'label', 'labels')} of the image`,
} as const;
