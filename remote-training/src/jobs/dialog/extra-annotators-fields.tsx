import { SliderControl } from '@console/shared-ui/choices';
import type { Control } from '@console/shared-ui/forms';
import type { JobValues } from '../data/jobs.mutations';
import { jobFormMessages } from './job-form-messages';

const MAX_PEOPLE = 4;
const STEP_PERCENT = 5;

/** The fields that control when an item gets an additional annotator, and the maximum number of annotators per item. */
export function ExtraAnnotatorsFields({ control }: { control: Control<JobValues> }) {
  return (
    <>
      <SliderControl
        control={control}
        name="extra_threshold"
        label={jobFormMessages.extraThreshold}
        min={0}
        max={100}
        step={STEP_PERCENT}
        hint={(threshold) => (threshold === 0 ? jobFormMessages.noExtraPeople : undefined)}
        validate={(threshold, { todo_number }) => threshold === 0 || todo_number > 1 || jobFormMessages.extraNeedsTwo}
      />
      <SliderControl
        control={control}
        name="max_people"
        label={jobFormMessages.maxPeople}
        min={2}
        max={MAX_PEOPLE}
        validate={(max, { todo_number, extra_threshold }) =>
          extra_threshold === 0 || max > todo_number || jobFormMessages.maxPeopleTooFew
        }
      />
    </>
  );
}
