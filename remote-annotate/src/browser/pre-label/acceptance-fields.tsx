import type { AcceptancePreview } from '@console/shared-contract/api';
import { Caption1 } from '@console/shared-ui/basics';
import { SliderField, SwitchField } from '@console/shared-ui/choices';
import { preLabelMessages } from './pre-label-messages';

const messages = preLabelMessages.acceptance;

const DEFAULT_PERCENT = 5;
const PERCENT_RANGE = { min: 1, max: 20 };

interface AcceptanceFieldsProps {
  /** The maximum ratio of images with an error, in percent. Null if predictions are added without accepting them. */
  maxError: number | null;
  onChange: (maxError: number | null) => void;
  disabled: boolean;
}

/** Asks whether to accept predictions without a review, and for the maximum error. */
export function AcceptanceFields({ maxError, onChange, disabled }: AcceptanceFieldsProps) {
  return (
    <>
      <SwitchField
        label={messages.label}
        value={maxError !== null}
        onChange={(isOn) => onChange(isOn ? DEFAULT_PERCENT : null)}
        disabled={disabled}
      />
      {maxError !== null && (
        <SliderField
          label={messages.maxError}
          hint={messages.hint}
          {...PERCENT_RANGE}
          value={maxError}
          onChange={onChange}
          disabled={disabled}
        />
      )}
    </>
  );
}

/** Shows how many images would be accepted and audited, or why no image can be accepted. */
export function AcceptanceCounts({ acceptance }: { acceptance: AcceptancePreview }) {
  const { references, problem } = acceptance;
  return (
    <>
      <p>{problem ? messages.problems[problem] : messages.counts(acceptance)}</p>
      <Caption1>{messages.references(references)}</Caption1>
    </>
  );
}
