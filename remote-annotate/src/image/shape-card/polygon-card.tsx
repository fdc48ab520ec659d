import { Button, Facts } from '@console/shared-ui/basics';
import { type PolygonShape, getPolygonBounds, countVertices } from '../../editor';
import { shapeMessages } from '../../text/shape-messages';
import { LabelSelect } from '../labels/label-select';
import { convertToMask } from '../../shape-kinds/mask/mask-commands';
import { useCanAnnotate, useScreen } from '../context/screen-context';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import { PolygonMenu } from '../polygons/polygon-menu';
import { SimilarToPolygon } from '../similar/similar';
import { useTopic } from '../../editor/view/layer/use-topic';
import { ShapeFrame } from './card-frame';
import { maskCardMessages } from './mask-card-messages';

/** The card of a polygon: its label, number of points and bounding box. */
export function PolygonCard({ shape }: { shape: PolygonShape }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const { minX, minY, maxX, maxY } = getPolygonBounds(shape.data);
  return (
    <ShapeFrame shape={shape}>
      <LabelSelect shapes={[shape]} labels={labels.polygon} />
      <div>
        <PolygonMenu />
      </div>
      <Facts
        values={{
          [shapeMessages.pointCount]: countVertices(shape.data),
          [shapeMessages.boundingBox]: [minX, minY, maxX, maxY].join(', '),
          [shapeMessages.id]: shape.serverId ?? shapeMessages.unsaved,
        }}
      />
      <ConvertToMask shape={shape} />
      <SimilarToPolygon key={shape.id} shape={shape} />
    </ShapeFrame>
  );
}

function ConvertToMask({ shape }: { shape: PolygonShape }) {
  const { editor } = useScreen();
  const canAnnotate = useCanAnnotate();
  const isLocked = useTopic(editor.topics.locked).has(shape.id);
  const isIdle = useTopic(editor.topics.tool).busy === 'idle';
  const isEnabled = canAnnotate && isIdle && !isLocked;
  const convert = () => convertToMask(editor, shape);
  useKeyAction('convert', isEnabled ? convert : null);
  return (
    canAnnotate && (
      <div>
        <KeyTooltip label={maskCardMessages.toMask} action="convert">
          <Button disabled={!isEnabled} onClick={convert}>
            {maskCardMessages.toMask}
          </Button>
        </KeyTooltip>
      </div>
    )
  );
}
