import type { Editor } from '../editor';
import { CameraGroup } from './camera-group';
import { Layer } from './konva-parts';
import { SUGGESTION_COLOR } from './look';
import { LegibleOutline } from './outline';
import { useTopic } from './use-topic';

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
