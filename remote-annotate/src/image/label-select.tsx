import { Field, Select } from '@console/shared-ui';
import type { Label, LabelledShape } from '../editor';
import { messages } from '../messages';
import { useScreen } from './screen-context';

/** The label of a box or polygon, to be changed. */
export function LabelSelect({ shape, labels }: { shape: LabelledShape; labels: readonly Label[] }) {
  const { editor } = useScreen();
  const isKnown = labels.some((label) => label.id === shape.labelId);
  return (
    <Field label={messages.shape.label}>
      <Select value={shape.labelId} onChange={(_, data) => editor.document.relabel(shape.id, data.value)}>
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
