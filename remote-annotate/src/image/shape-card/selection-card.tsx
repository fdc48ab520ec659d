import { Button, CopyIcon, HideIcon, Tooltip } from '@console/shared-ui/basics';
import { isLabelled, listLabels, type Shape } from '../../editor';
import { kindMessages } from '../../shape-kinds/product-messages';
import { productShapes } from '../../shape-kinds/product-shapes';
import { useTopic } from '../../editor/view/layer/use-topic';
import { selectionMessages } from '../../text/shape-messages';
import { AttributeSection } from '../attributes/attribute-section';
import { PolygonMenu } from '../polygons/polygon-menu';
import { LabelSelect } from '../labels/label-select';
import { useScreen } from '../context/screen-context';
import { CardFrame } from './card-frame';

/** The card of several selected shapes of the same kind, with actions for all of them. */
export function SelectionCard({ shapes }: { shapes: readonly [Shape, ...Shape[]] }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const labelledShapes = shapes.filter(isLabelled);
  const [first] = labelledShapes;
  const labelKind = first ? productShapes.getLabelKind(first.kind) : null;
  return (
    <CardFrame
      label={selectionMessages.selected}
      title={kindMessages[shapes[0].kind].selected(shapes.length)}
      deleteLabel={selectionMessages.delete}
      lockLabel={selectionMessages.lock}
      actions={
        <>
          <Tooltip content={selectionMessages.hide} relationship="label">
            <Button appearance="subtle" icon={<HideIcon />} onClick={() => editor.hideSelected()} />
          </Tooltip>
          {!editor.isReadOnly && (
            <Tooltip content={selectionMessages.duplicate} relationship="label">
              <Button appearance="subtle" icon={<CopyIcon />} onClick={() => editor.duplicateSelected()} />
            </Tooltip>
          )}
        </>
      }
    >
      {labelKind && <LabelSelect shapes={labelledShapes} labels={listLabels(labels, labelKind)} />}
      {productShapes.get(shapes[0].kind).hasAttributes && (
        <AttributeSection shapes={shapes} labels={labelKind ? listLabels(labels, labelKind) : []} />
      )}
      {shapes[0].kind === 'polygon' && (
        <div>
          <PolygonMenu />
        </div>
      )}
    </CardFrame>
  );
}
