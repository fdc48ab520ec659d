import { Button, CopyIcon, HideIcon, Tooltip } from '@console/shared-ui/basics';
import type { LabelledShape, Shape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { selectionMessages } from '../../text/shape-messages';
import { LabelSelect } from '../labels/label-select';
import { useScreen } from '../context/screen-context';
import { CardFrame } from './card-frame';

/** The card of several selected shapes of the same kind, with actions for all of them. */
export function SelectionCard({ shapes }: { shapes: readonly Shape[] }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const labelled = shapes.filter((shape): shape is LabelledShape => shape.kind !== 'point');
  const [first] = labelled;
  return (
    <CardFrame
      label={selectionMessages.selected}
      title={selectionMessages.count[shapes[0]?.kind ?? 'object'](shapes.length)}
      deleteLabel={selectionMessages.delete}
      lockLabel={selectionMessages.lock}
      actions={
        <>
          <Tooltip content={selectionMessages.hide} relationship="label">
            <Button appearance="subtle" icon={<HideIcon />} onClick={() => editor.hideSelected()} />
          </Tooltip>
          <Tooltip content={selectionMessages.duplicate} relationship="label">
            <Button appearance="subtle" icon={<CopyIcon />} onClick={() => editor.duplicateSelected()} />
          </Tooltip>
        </>
      }
    >
      {first && <LabelSelect shapes={labelled} labels={labels[first.kind]} />}
    </CardFrame>
  );
}
