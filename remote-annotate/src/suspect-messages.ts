import { plural } from './plural';

/** Sentences about annotations that a model disagrees with. */
export const suspectMessages = {
  bar: 'Suspects',
  count: (count: number) => plural(count, 'suspect', 'suspects'),
  percent: (share: number) => `${Math.round(share * 100)} %`,
  says: {
    missing: (label: string, sure: string) => `The model sees ${label} here${sure}: nobody has drawn it.`,
    missingLabel: (label: string, sure: string) => `The model sees ${label} in this picture${sure}: nobody has said so.`,
    missingOfObject: (label: string, sure: string) => `The model sees ${label} in this object${sure}: nobody has said so.`,
    superfluousOfObject: (label: string) => `The model does not see ${label} in this object.`,
    misplaced: (label: string) => `The model sees another box for this ${label}.`,
    misplacedPolygon: (label: string) => `The model sees another outline for this ${label}.`,
    otherLabel: (said: string, label: string) => `The model would call this ${said}, not ${label}.`,
    superfluous: (label: string) => `The model sees nothing here: ${label} is drawn.`,
    superfluousLabel: (label: string) => `The model does not see ${label} in this picture.`,
    value: (label: string, said: number, now: number) => `The model says ${label} is ${said}, not ${now}.`,
  },
  accept: {
    missing: (label: string) => `Draw ${label}`,
    missingLabel: (label: string) => `Add ${label}`,
    misplaced: 'Take its box',
    misplacedPolygon: 'Take its outline',
    otherLabel: (label: string) => `Call it ${label}`,
    superfluous: 'Delete it',
    superfluousLabel: (label: string) => `Remove ${label}`,
    value: (value: number) => `Set ${value}`,
  },
  dismiss: 'Leave it',
  reading: 'The labels of the object are being read. Try again.',
  busy: 'Finish what you are drawing first.',
  locked: 'The shape is locked: unlock it first.',
  unfit: 'What the model says does not fit this picture.',
  decided: 'All suspects of this image are decided.',
  before: 'Back to the image before',
  wasAccepted: 'Changed as the model says.',
  wasDismissed: 'Left as it was.',
} as const;
