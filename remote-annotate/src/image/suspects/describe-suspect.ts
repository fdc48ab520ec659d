import type { AttachedLabel, Suspect } from '@console/shared-contract/api';
import { suspectMessages } from '../../suspect-messages';
import { isAboutObjectLabels } from './is-still-suspected';
import type { OfferedLabel } from '../recognition/rules';

type Range = Pick<OfferedLabel, 'min_value' | 'max_value' | 'step_value'>;

/** Returns the predicted value, rounded and clamped to the range of the label. */
export function getPredictedValue({ said }: Suspect, range: Range | undefined): number {
  const { min_value: min, max_value: max, step_value: step } = range ?? { min_value: null, max_value: null, step_value: null };
  const value = said.value ?? 0;
  const from = min ?? 0;
  const stepped = step ? from + Math.round((value - from) / step) * step : Math.round(value * 100) / 100;
  // Sums of steps have rounding errors such as 0.30000000000000004.
  return Number(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, stepped)).toFixed(6));
}

/** Returns the text of what the model predicts, and the text of the button that accepts it. */
export function describeSuspect(
  suspect: Suspect,
  present: readonly AttachedLabel[],
  offered: readonly OfferedLabel[],
): { readonly says: string; readonly accept: string } {
  const { kind, domain, said, label } = suspect;
  const ofModel = said.label?.name ?? '';
  const drawn = label?.name ?? '';
  const { says, accept } = suspectMessages;
  const sure = said.prob === null ? '' : `, ${suspectMessages.percent(said.prob)}`;
  const isLabel = domain === 'recognition';
  const ofObject = isAboutObjectLabels(suspect);
  switch (kind) {
    case 'missing':
      return isLabel
        ? {
            says: ofObject ? says.missingOfObject(ofModel, sure) : says.missingLabel(ofModel, sure),
            accept: accept.missingLabel(ofModel),
          }
        : { says: says.missing(ofModel, sure), accept: accept.missing(ofModel) };
    case 'misplaced':
      return domain === 'segmentation'
        ? { says: says.misplacedPolygon(drawn), accept: accept.misplacedPolygon }
        : { says: says.misplaced(drawn), accept: accept.misplaced };
    case 'other_label':
      return { says: says.otherLabel(ofModel, drawn), accept: accept.otherLabel(ofModel) };
    case 'superfluous':
      return isLabel
        ? {
            says: ofObject ? says.superfluousOfObject(drawn) : says.superfluousLabel(drawn),
            accept: accept.superfluousLabel(drawn),
          }
        : { says: says.superfluous(drawn), accept: accept.superfluous };
    case 'value': {
      const value = getPredictedValue(
        suspect,
        offered.find(({ id }) => id === label?.id),
      );
      const now = present.find(({ id }) => id === label?.id)?.value ?? 0;
      return { says: says.value(drawn, value, now), accept: accept.value(value) };
    }
  }
}
