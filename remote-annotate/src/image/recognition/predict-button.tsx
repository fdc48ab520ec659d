import { Button, CheckIcon, ClockIcon, PredictIcon, Tooltip } from '@console/shared-ui/basics';
import { recognitionMessages } from './state/recognition-messages';
import type { Classifying } from './state/use-classify';

const icons = { idle: <PredictIcon />, running: <ClockIcon />, done: <CheckIcon /> };

/** Predicts on a double click, because single clicks happen by mistake, or on Enter. */
export function PredictButton({
  name,
  classifying: { state: predictionState, predict },
}: {
  name: string;
  classifying: Classifying;
}) {
  return (
    <Tooltip
      content={predictionState === 'running' ? recognitionMessages.predicting : recognitionMessages.predictHint}
      relationship="description"
    >
      <Button
        size="small"
        appearance="subtle"
        icon={icons[predictionState]}
        aria-label={recognitionMessages.predict(name)}
        aria-busy={predictionState === 'running'}
        disabledFocusable={predictionState === 'running'}
        onDoubleClick={predict}
        // `detail` is 0 for a click by keyboard.
        onClick={({ detail }) => detail === 0 && predict()}
      />
    </Tooltip>
  );
}
