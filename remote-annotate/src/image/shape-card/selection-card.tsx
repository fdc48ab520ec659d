import { Button, HideIcon, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import { isLabelled, listLabels, type Shape } from '../../editor';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { useTopic } from '../../editor/view/layer/use-topic';
import { selectionMessages } from '../../text/shape-messages';
import { AttributeSection } from '../attributes/attribute-section';
import { PolygonMenu } from '../polygons/polygon-menu';
import { formatSelected } from '../labels/label-names';
import { LabelSelect } from '../labels/label-select';
import { useScreen } from '../context/screen-context';
import { CardFrame } from './card-frame';
import { ConvertToMask, MaskCommands } from './shape-commands';

const useStyles = makeStyles({ kinds: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS } });

/**
 * The card of several selected shapes, with actions for all of them. If the shapes have different kinds, the user can select only the
 * shapes of one kind.
 */
export function SelectionCard({ shapes }: { shapes: readonly Shape[] }) {
  const { editor } = useScreen();
  const styles = useStyles();
  const labels = useTopic(editor.topics.labels);
  const labelledShapes = shapes.filter(isLabelled);
  const labelKind = shapeKinds.getCommonLabelKind(shapes);
  const kinds = [...new Set(shapes.map(({ kind }) => kind))];
  return (
    <CardFrame
      label={selectionMessages.selected}
      title={formatSelected(shapes)}
      deleteLabel={selectionMessages.delete}
      duplicateLabel={selectionMessages.duplicate}
      lockLabel={selectionMessages.lock}
      actions={
        <Tooltip content={selectionMessages.hide} relationship="label">
          <Button appearance="subtle" icon={<HideIcon />} onClick={() => editor.hideSelected()} />
        </Tooltip>
      }
    >
      {kinds.length > 1 && (
        <div role="group" aria-label={selectionMessages.kinds} className={styles.kinds}>
          {kinds.map((kind) => {
            const ids = shapes.filter((shape) => shape.kind === kind).map(({ id }) => id);
            return (
              <Button key={kind} size="small" onClick={() => editor.select(ids)}>
                {selectionMessages.ofKind(kindMessages[kind].plural, ids.length)}
              </Button>
            );
          })}
        </div>
      )}
      {labelKind && <LabelSelect shapes={labelledShapes} labels={listLabels(labels, labelKind)} />}
      {(labelKind || kinds.length === 1) && kinds.every((kind) => shapeKinds.get(kind).hasAttributes) && (
        <AttributeSection shapes={shapes} labels={labelKind ? listLabels(labels, labelKind) : []} />
      )}
      {kinds.every((kind) => kind === 'polygon') && (
        <div>
          <PolygonMenu />
        </div>
      )}
      {kinds.every((kind) => kind === 'polygon' || kind === 'mask') &&
        (kinds.includes('polygon') ? <ConvertToMask /> : <MaskCommands />)}
    </CardFrame>
  );
}
