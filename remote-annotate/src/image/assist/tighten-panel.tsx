import { ProgressBar, Text, useNotify } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { expand, MAX_PIXELS, toBitmapPlacement } from '../../assist/bitmap-placement';
import { canBeTightened, getShapeOutline, tightenShape } from '../../assist/tighten';
import { getAssistClient } from '../../assist/worker/assist-client';
import type { Editor, Shape } from '../../editor';
import { areItemsEqual } from '../../editor/model/signals';
import { useTopic } from '../../editor/view/layer/use-topic';
import type { DecodedImage } from '../../image-decoding';
import { useScreen } from '../context/screen-context';
import { PreviewPanel } from '../controls/preview-panel';
import { assistMessages as texts } from './assist-messages';

/** Margin around a shape in which its surroundings are analysed: a ratio of the size of the shape, and a minimum in image pixels. */
const [MARGIN_RATIO, MIN_MARGIN] = [0.15, 8];

/** Finds the objects in the selected boxes and polygons, previews the smaller shapes, and applies them as one undo step. */
export function TightenPanel({ image, onClose }: { image: DecodedImage; onClose: () => void }) {
  const { editor } = useScreen();
  const notify = useNotify();
  const [shapes] = useState(() => editor.unlockedSelectedShapes.filter(canBeTightened));
  const [results, setResults] = useState<readonly TightenedShape[] | null>(null);
  useTopic(editor.topics.document);
  // Skip shapes that the user has changed in the meantime.
  const currentResults = (results ?? []).flatMap(({ before, after }) => {
    const shape = editor.document.get(before.id);
    return shape && areItemsEqual(shape.data, before.data) ? [after] : [];
  });
  useEffect(() => {
    let isActive = true;
    findTightened(editor, image, shapes, () => isActive).then(
      (tightenedShapes) => isActive && setResults(tightenedShapes),
      (error: unknown) => {
        if (!isActive) return;
        notify.danger({ title: texts.failed, error });
        onClose();
      },
    );
    return () => {
      isActive = false;
    };
    // `shapes` does not change, because the panel is mounted for one selection.
  }, [editor, image, shapes, notify, onClose]);
  useEffect(() => editor.setPreview(currentResults));
  useEffect(() => () => editor.setPreview([]), [editor]);
  const apply = () => {
    const changedShapes = editor.document.replaceData(new Map(currentResults.map(({ id, data }) => [id, [data]])));
    editor.selectByCommand(changedShapes.map(({ id }) => id));
    onClose();
  };
  return (
    <PreviewPanel
      title={texts.tighten}
      applyLabel={texts.apply}
      discardLabel={texts.discard}
      isEmpty={currentResults.length === 0}
      onApply={apply}
      onDiscard={onClose}
    >
      {results ? (
        <Text role="status" size={200}>
          {texts.tightened(currentResults.length, shapes.length)}
        </Text>
      ) : (
        <ProgressBar aria-label={texts.searching} />
      )}
    </PreviewPanel>
  );
}

interface TightenedShape {
  readonly before: Shape;
  readonly after: Shape;
}

/** Returns the shapes that can be shrunk, before and after shrinking. Stops when `isActive` returns false. */
async function findTightened(
  editor: Editor,
  image: DecodedImage,
  shapes: ReturnType<Editor['unlockedSelectedShapes']['filter']>,
  isActive: () => boolean,
): Promise<readonly TightenedShape[]> {
  const client = getAssistClient();
  const tightenedShapes: TightenedShape[] = [];
  for (const shape of shapes) {
    if (!isActive() || !canBeTightened(shape)) continue;
    const placement = toBitmapPlacement(
      expand(editor.kinds.getBounds(shape), MARGIN_RATIO, MIN_MARGIN),
      editor.imageSize,
      MAX_PIXELS.grabCut,
    );
    const task = { type: 'shrink', outline: getShapeOutline(shape) } as const;
    const suggestion = await client.perform({ decoded: image, size: editor.imageSize }, placement, task);
    const data = tightenShape(shape, suggestion, editor.imageSize);
    const tightenedShape = data && editor.kinds.normalise({ ...shape, data } as Shape, editor.imageSize);
    if (tightenedShape && !areItemsEqual(tightenedShape.data, shape.data))
      tightenedShapes.push({ before: shape, after: tightenedShape });
  }
  return tightenedShapes;
}
