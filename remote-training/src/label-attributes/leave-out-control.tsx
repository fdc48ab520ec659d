import { SHAPE_FLAGS, type ShapeFlag } from '@console/shared-contract/shape-attributes';
import { Field } from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { useFormField, type ControlProps, type FieldValues } from '@console/shared-ui/forms';
import { attributeMessages } from './attribute-messages';

/** Form field for the flags whose shapes trainings leave out. */
export function LeaveOutControl<Values extends FieldValues>(
  props: Pick<ControlProps<Values, readonly ShapeFlag[]>, 'control' | 'name'>,
) {
  const { value, onChange } = useFormField<Values, readonly ShapeFlag[]>(props);
  const change = (flag: ShapeFlag, isLeftOut: boolean) =>
    onChange(SHAPE_FLAGS.filter((each) => (each === flag ? isLeftOut : value.includes(each))));
  return (
    <Field label={attributeMessages.leaveOut} hint={attributeMessages.leaveOutHint}>
      <div role="group" aria-label={attributeMessages.leaveOut}>
        {SHAPE_FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={attributeMessages.flags[flag]}
            checked={value.includes(flag)}
            onChange={(_, data) => change(flag, data.checked === true)}
          />
        ))}
      </div>
    </Field>
  );
}
