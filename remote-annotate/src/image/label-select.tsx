import { Field, makeStyles } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import type { Label, LabelledShape } from '../editor';
import { messages } from '../messages';
import { useScreen } from './screen-context';

// A native select is as wide as its longest option unless told otherwise.
const useStyles = makeStyles({ select: { minWidth: 0, '& select': { minWidth: 0, width: '100%', textOverflow: 'ellipsis' } } });

/** Stands for labels that differ. */
const DIFFERENT = '';

/** The label of boxes or polygons, to be changed for all of them. */
export function LabelSelect({ shapes, labels }: { shapes: readonly LabelledShape[]; labels: readonly Label[] }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const common = shapes[0]?.labelId ?? DIFFERENT;
  const value = shapes.every(({ labelId }) => labelId === common) ? common : DIFFERENT;
  const isKnown = value === DIFFERENT || labels.some((label) => label.id === value);
  return (
    <Field label={messages.shape.label}>
      <Select
        className={styles.select}
        value={value}
        onChange={(_, data) =>
          editor.document.relabel(
            shapes.map(({ id }) => id),
            data.value,
          )
        }
      >
        {value === DIFFERENT && (
          <option value={DIFFERENT} disabled>
            {messages.shapes.differentLabels}
          </option>
        )}
        {!isKnown && <option value={value}>{messages.shape.unknownLabel}</option>}
        {labels.map((label) => (
          <option key={label.id} value={label.id}>
            {label.name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
