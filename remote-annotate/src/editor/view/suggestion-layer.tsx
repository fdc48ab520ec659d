import type { Editor } from '../editor';
import { CameraGroup } from './layer/camera-group';
import { Layer } from './layer/konva-parts';
import { SUGGESTION_COLOR } from '../painting/look';
import { LegibleOutline } from './layer/outline';
import { useTopic } from './layer/use-topic';

/** Paints a suggested outline. It cannot be clicked, because the editor hits only shapes. */
export function SuggestionLayer({ editor }: { readonly editor: Editor }) {
  const outline = useTopic(editor.topics.suggestion);
  if (!outline) return null;
  return (
    <Layer listening={false}>
      <CameraGroup editor={editor}>
        <LegibleOutline points={outline} color={SUGGESTION_COLOR} />
      </CameraGroup>
    </Layer>
  );
}
