import { Field, makeStyles } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import type { Label, LabelledShape } from '../editor';
import { messages } from '../messages';
import { useScreen } from './screen-context';

// A native select is as wide as its longest option unless told otherwise.
const useStyles = makeStyles({ select: { minWidth: 0, '& select': { minWidth: 0, width: '100%', textOverflow: 'ellipsis' } } });

/** The label of a box or polygon, to be changed. */
export function LabelSelect({ shape, labels }: { shape: LabelledShape; labels: readonly Label[] }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const isKnown = labels.some((label) => label.id === shape.labelId);
  return (
    <Field label={messages.shape.label}>
      <Select
        className={styles.select}
        value={shape.labelId}
        onChange={(_, data) => editor.document.relabel(shape.id, data.value)}
      >
        {!isKnown && <option value={shape.labelId}>{messages.shape.unknownLabel}</option>}
        {labels.map((label) => (
          <option key={label.id} value={label.id}>
            {label.name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
