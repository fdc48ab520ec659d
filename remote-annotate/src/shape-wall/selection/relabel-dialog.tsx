import { useWorkspaceQuery } from '@console/shared-auth';
import { describeRefusal, FormDialog, PickerField, Text } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { useMemo, useState } from 'react';
import { useShapeLabels } from '../data/use-shape-labels';
import { wallBulkMessages as texts } from '../data/wall-messages';
import { previewChange, type ShapeFilter, type ShapeTarget, type WallChange } from '../data/wall.queries';

interface RelabelDialogProps extends BulkDialogProps<ShapeFilter> {
  /** Id of the label whose key has opened the dialog. Empty if no label key was pressed. */
  initialLabel: string;
}

/** Asks for the new label of the selected shapes, and shows how many would change. */
export function RelabelDialog({
  target,
  title,
  submitLabel,
  busy,
  progress,
  onSubmit,
  onClose,
  initialLabel,
}: RelabelDialogProps) {
  const [label, setLabel] = useState(initialLabel);
  const labels = useShapeLabels().data;
  const choices = useMemo(() => labels.map(({ id, name, color }) => ({ value: id, label: name, color })), [labels]);
  const preview = usePreview('relabel', target, label, !busy);
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      busy={busy}
      submitDisabled={!preview.data || preview.data.changes === 0}
      error={preview.error ? describeRefusal(preview.error) : null}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(label);
      }}
      onClose={onClose}
    >
      <PickerField label={texts.newLabel} choices={choices} value={label} onChange={setLabel} />
      {label !== '' && !preview.error && (
        <Text role="status">
          {progress ??
            (preview.data
              ? [
                  texts.willChange(preview.data.changes, preview.data.images),
                  ...(preview.data.unfit > 0 ? [texts.unfit(preview.data.unfit)] : []),
                ].join(' ')
              : texts.counting)}
        </Text>
      )}
    </FormDialog>
  );
}

/** Counts the shapes that a change would affect. Keeps the confirmed counts while the change runs. */
export function usePreview(change: WallChange, target: ShapeTarget, labelId: string, enabled: boolean) {
  return useWorkspaceQuery({
    // Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
    key: ['own:annotate', 'shape change preview', change, target, labelId],
    load: (scope) => previewChange(change, target, labelId, scope),
    enabled: enabled && (change === 'delete' || labelId !== ''),
    gcTime: 0,
    retry: false,
  });
}
