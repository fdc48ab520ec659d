import { useMemo } from 'react';
import type { Editor } from '../editor';
import { createLookGetter } from '../painting/labels';
import { paintLegibleOutlines } from '../painting/paint-outline';
import { listOutlines, paintDetails } from '../painting/shape-painter';
import { PaintLayer } from './layer/paint-layer';
import { useTopic } from './layer/use-topic';

/** Paints the shapes that a command would add. They cannot be clicked, because only shapes of the document can be hit. */
export function PreviewLayer({ editor }: { readonly editor: Editor }) {
  const { topics, viewport, kinds } = editor;
  const shapes = useTopic(topics.preview);
  const labels = useTopic(topics.labels);
  const redrawTopics = useMemo(() => [topics.camera], [topics]);
  const getLook = useMemo(() => createLookGetter(labels, kinds.getLabelKind), [labels, kinds]);
  if (shapes.length === 0) return null;
  const paint = (context: CanvasRenderingContext2D) => {
    for (const shape of shapes) {
      const [painter, { color }] = [kinds.getPainter(shape), getLook(shape)];
      paintLegibleOutlines(context, listOutlines(painter, shape), viewport.camera, { color });
      paintDetails(context, painter, shape, { camera: viewport.camera, color });
    }
  };
  return <PaintLayer paint={paint} topics={redrawTopics} />;
}
