import { Button, CheckIcon, ClockIcon, PredictIcon, Tooltip } from '@console/shared-ui/basics';
import { recognitionMessages } from './state/recognition-messages';
import type { PredictionRun } from './state/use-classify';

const icons = { idle: <PredictIcon />, running: <ClockIcon />, done: <CheckIcon /> };

/** A button that starts a prediction on a double click or on Enter. A single click does nothing, because it often happens by mistake. */
export function PredictButton({
  name,
  predictionRun: { state: predictionState, predict },
}: {
  name: string;
  predictionRun: PredictionRun;
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
        // `detail` is 0 if the click was caused by a key.
        onClick={({ detail }) => detail === 0 && predict()}
      />
    </Tooltip>
  );
}
