import { formatCount } from '@console/shared-ui/format';

/** Text about suspected label errors: annotations that a model disagrees with. */
export const suspectMessages = {
  bar: 'Suspected errors',
  count: (count: number) => formatCount(count, 'suspected error', 'suspected errors'),
  certainty: (ratio: number) => `${Math.round(ratio * 100)} % certain`,
  acceptedRatio: (accepted: number, decided: number) => `${accepted} of ${decided} accepted`,
  percent: (probability: number) => ` (${Math.round(probability * 100)} %)`,
  descriptions: {
    missing: (label: string, probability: string) => `The model sees ${label} here${probability}, but it is not drawn.`,
    missingLabel: (label: string, probability: string) =>
      `The model sees ${label} in this image${probability}, but the label is missing.`,
    missingOfObject: (label: string, probability: string) =>
      `The model sees ${label} in this object${probability}, but the label is missing.`,
    superfluousOfObject: (label: string) => `The model does not see ${label} in this object.`,
    misplaced: (label: string) => `The model predicts a different box for this ${label}.`,
    misplacedPolygon: (label: string) => `The model predicts a different outline for this ${label}.`,
    otherLabel: (predicted: string, label: string) => `The model predicts ${predicted}, not ${label}.`,
    superfluous: (label: string) => `The model does not see ${label} here.`,
    superfluousLabel: (label: string) => `The model does not see ${label} in this image.`,
    value: (label: string, predicted: number, current: number) => `The model predicts ${predicted} for ${label}, not ${current}.`,
  },
  acceptLabels: {
    missing: (label: string) => `Draw ${label}`,
    missingLabel: (label: string) => `Add ${label}`,
    misplaced: 'Use predicted box',
    misplacedPolygon: 'Use predicted outline',
    otherLabel: (label: string) => `Change to ${label}`,
    superfluous: 'Delete shape',
    superfluousLabel: (label: string) => `Remove ${label}`,
    value: (value: number) => `Set to ${value}`,
  },
  dismiss: 'Dismiss',
  labelsLoading: 'The labels of the object are still loading. Try again.',
  finishDrawingFirst: 'Finish drawing first.',
  shapeLocked: 'The shape is locked. Unlock it first.',
  suggestionDoesNotFit: 'The suggestion does not fit this image.',
  allReviewed: 'You have reviewed all suspected errors of this image.',
  backToPrevious: 'Back to the previous image',
  wasAccepted: 'Suggestion accepted.',
  wasDismissed: 'Suggestion dismissed.',
} as const;
