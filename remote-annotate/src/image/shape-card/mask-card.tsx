import { Facts } from '@console/shared-ui/basics';
import type { MaskShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { getMaskArea, getMaskBounds } from '../../shape-kinds/mask/mask-region';
import { shapeMessages } from '../../text/shape-messages';
import { AttributeSection } from '../attributes/attribute-section';
import { useScreen } from '../context/screen-context';
import { LabelSelect } from '../labels/label-select';
import { SimilarToShape } from '../similar/similar';
import { ShapeFrame } from './card-frame';
import { maskCardMessages } from './mask-card-messages';
import { MaskCommands } from './shape-commands';
import { ShapeCrop } from './shape-crop';

/** The card of a mask: its label, size and bounding box, commands that change its pixels, and similar items. */
export function MaskCard({ shape }: { shape: MaskShape }) {
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const { minX, minY, maxX, maxY } = getMaskBounds(shape.data);
  return (
    <ShapeFrame shape={shape}>
      <ShapeCrop shape={shape} />
      <LabelSelect shapes={[shape]} labels={labels.polygon} />
      <AttributeSection shapes={[shape]} labels={labels.polygon} />
      <MaskCommands />
      <Facts
        values={{
          [maskCardMessages.area]: maskCardMessages.pixels(getMaskArea(shape.data)),
          [shapeMessages.boundingBox]: [minX, minY, maxX, maxY].join(', '),
          [shapeMessages.id]: shape.serverId ?? shapeMessages.unsaved,
        }}
      />
      <SimilarToShape key={shape.id} shape={shape} />
    </ShapeFrame>
  );
}
