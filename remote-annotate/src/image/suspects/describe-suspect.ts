import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import { suspectMessages } from './suspect-messages';
import { isAboutObjectLabels } from './is-still-suspected';
import { toAllowedValue } from '../recognition/state/predicted-changes';
import type { OfferedLabel } from '../recognition/state/rules';

/** Returns the predicted value, rounded and clamped to the range of the label. */
export function getPredictedValue({ said: prediction }: Suspect, label: OfferedLabel | undefined): number {
  const value = prediction.value ?? 0;
  const roundedValue = label?.step_value ? value : Math.round(value * 100) / 100;
  return label ? toAllowedValue(roundedValue, label) : roundedValue;
}

/** Returns the text of what the model predicts, and the text of the button that accepts it. */
export function describeSuspect(
  suspect: Suspect,
  currentLabels: readonly AttachedLabel[],
  offeredLabels: readonly OfferedLabel[],
): { readonly description: string; readonly acceptLabel: string } {
  const { kind, domain, said: prediction, label } = suspect;
  const predictedName = prediction.label?.name ?? '';
  const labelName = label?.name ?? '';
  const { descriptions, acceptLabels } = suspectMessages;
  const probability = prediction.prob === null ? '' : suspectMessages.percent(prediction.prob);
  const isLabel = domain === 'recognition';
  const isObjectLabel = isAboutObjectLabels(suspect);
  switch (kind) {
    case 'missing':
      return isLabel
        ? {
            description: isObjectLabel
              ? descriptions.missingOfObject(predictedName, probability)
              : descriptions.missingLabel(predictedName, probability),
            acceptLabel: acceptLabels.missingLabel(predictedName),
          }
        : { description: descriptions.missing(predictedName, probability), acceptLabel: acceptLabels.missing(predictedName) };
    case 'misplaced':
      return domain === 'segmentation'
        ? { description: descriptions.misplacedPolygon(labelName), acceptLabel: acceptLabels.misplacedPolygon }
        : { description: descriptions.misplaced(labelName), acceptLabel: acceptLabels.misplaced };
    case 'other_label':
      return {
        description: descriptions.otherLabel(predictedName, labelName),
        acceptLabel: acceptLabels.otherLabel(predictedName),
      };
    case 'superfluous':
      return isLabel
        ? {
            description: isObjectLabel ? descriptions.superfluousOfObject(labelName) : descriptions.superfluousLabel(labelName),
            acceptLabel: acceptLabels.superfluousLabel(labelName),
          }
        : { description: descriptions.superfluous(labelName), acceptLabel: acceptLabels.superfluous };
    case 'value': {
      const value = getPredictedValue(
        suspect,
        offeredLabels.find(({ id }) => id === label?.id),
      );
      const currentValue = currentLabels.find(({ id }) => id === label?.id)?.value ?? 0;
      return { description: descriptions.value(labelName, value, currentValue), acceptLabel: acceptLabels.value(value) };
    }
  }
}
