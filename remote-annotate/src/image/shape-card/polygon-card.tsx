import { Facts } from '@console/shared-ui/basics';
import { type PolygonShape, getPolygonBounds, countVertices } from '../../editor';
import { shapeMessages } from '../../text/shape-messages';
import { AttributeSection } from '../attributes/attribute-section';
import { LabelSelect } from '../labels/label-select';
import { useScreen } from '../context/screen-context';
import { PolygonMenu } from '../polygons/polygon-menu';
import { SimilarToShape } from '../similar/similar';
import { useTopic } from '../../editor/view/layer/use-topic';
import { ShapeFrame } from './card-frame';
import { ConvertToMask } from './shape-commands';
import { ShapeCrop } from './shape-crop';

/** The card of a polygon: its label, number of points and bounding box. */
export function PolygonCard({ shape }: { shape: PolygonShape }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const { minX, minY, maxX, maxY } = getPolygonBounds(shape.data);
  return (
    <ShapeFrame shape={shape}>
      <ShapeCrop shape={shape} />
      <LabelSelect shapes={[shape]} labels={labels.polygon} />
      <AttributeSection shapes={[shape]} labels={labels.polygon} />
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
      <ConvertToMask />
      <SimilarToShape key={shape.id} shape={shape} />
    </ShapeFrame>
  );
}
