import { useEffect, useMemo, useRef } from 'react';
import type { Editor } from '../../editor';
import { getUnion } from '../../geometry/bounds';
import type { PixelDraft } from '../../model/pixel-draft';
import type { Bounds } from '../../model/types';
import { DRAFT_COLOR } from '../../painting/look';
import { replaceBySamples, type PixelCamera } from '../../painting/paint-pixels';
import { Layer, Shape, type Context, type LayerNode } from '../layer/konva-parts';
import { getRawContext, useRedraw } from '../layer/paint-layer';
import { useTopic } from '../layer/use-topic';
import { sampleDraft, toDeviceRect } from './sample-draft';

interface PixelLayerProps {
  readonly editor: Editor;
  readonly pixelRatio: number;
}

/** The pixels of the mask that is being painted. The layer is mounted before the first stroke, so that a stroke starts without delay. */
export function PixelLayer({ editor, pixelRatio }: PixelLayerProps) {
  const draft = useTopic(editor.topics.draft);
  const { chosenTool } = useTopic(editor.topics.tool);
  const pixels = draft?.type === 'pixels' ? draft.draft : null;
  return (pixels || chosenTool === 'mask') && <DraftPixels editor={editor} pixelRatio={pixelRatio} draft={pixels} />;
}

/** Paints only the changed pixels, without React or konva, so that painting is fast for masks of any size. */
function DraftPixels({ editor, pixelRatio, draft }: PixelLayerProps & { readonly draft: PixelDraft | null }) {
  const { topics, viewport, imageSize, labels } = editor;
  const layer = useRef<LayerNode>(null);
  const color = labels.polygon.find(({ id }) => id === draft?.labelId)?.color ?? DRAFT_COLOR;
  const paint = useMemo(
    () => (context: CanvasRenderingContext2D, area: Bounds) => {
      if (!draft) return;
      const { x, y, scale } = viewport.camera;
      const camera: PixelCamera = { x: x * pixelRatio, y: y * pixelRatio, scale: scale * pixelRatio };
      const rect = toDeviceRect(area, camera, context.canvas);
      if (rect) replaceBySamples(context, sampleDraft(draft, imageSize, rect, camera), color);
    },
    [viewport, pixelRatio, draft, imageSize, color],
  );
  useRedraw(
    layer,
    useMemo(() => [topics.camera], [topics]),
    draft === null,
  );
  useEffect(() => {
    if (!draft) return undefined;
    let area: Bounds | null = null;
    let animationFrame = 0;
    const flush = () => {
      animationFrame = 0;
      const context = layer.current?.getContext();
      if (context && area) paint(getRawContext(context), area);
      area = null;
    };
    const unsubscribe = draft.onChange((changedArea) => {
      area = area ? getUnion(area, changedArea) : changedArea;
      if (animationFrame === 0) animationFrame = requestAnimationFrame(flush);
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(animationFrame);
    };
  }, [draft, paint]);
  const imageBounds: Bounds = { minX: 0, minY: 0, maxX: imageSize.width, maxY: imageSize.height };
  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => paint(getRawContext(context), imageBounds)} />
    </Layer>
  );
}
