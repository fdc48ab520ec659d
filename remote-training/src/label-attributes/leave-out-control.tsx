import { SHAPE_FLAGS, type ShapeFlag } from '@console/shared-contract/shape-attributes';
import { Caption1, Label, makeStyles } from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { useFormField, type ControlProps, type FieldValues } from '@console/shared-ui/forms';
import { useId } from 'react';
import { attributeMessages } from './attribute-messages';

const useStyles = makeStyles({ hint: { display: 'block' } });

/**
 * Form field that selects flags. Trainings leave out shapes with a selected flag. The component is not a Fluent `Field`, because a
 * `Field` would label each checkbox with the name of the group.
 */
export function LeaveOutControl<Values extends FieldValues>(
  props: Pick<ControlProps<Values, readonly ShapeFlag[]>, 'control' | 'name'>,
) {
  const styles = useStyles();
  const { value, onChange } = useFormField<Values, readonly ShapeFlag[]>(props);
  const [labelId, hintId] = [useId(), useId()];
  const changeFlag = (flag: ShapeFlag, isLeftOut: boolean) =>
    onChange(SHAPE_FLAGS.filter((candidate) => (candidate === flag ? isLeftOut : value.includes(candidate))));
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={hintId}>
      <Label id={labelId}>{attributeMessages.leaveOut}</Label>
      <div>
        {SHAPE_FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={attributeMessages.flags[flag]}
            checked={value.includes(flag)}
            onChange={(_, data) => changeFlag(flag, data.checked === true)}
          />
        ))}
      </div>
      <Caption1 id={hintId} className={styles.hint}>
        {attributeMessages.leaveOutHint}
      </Caption1>
    </div>
  );
}
