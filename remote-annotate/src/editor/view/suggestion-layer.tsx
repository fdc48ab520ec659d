import { useMemo } from 'react';
import type { Editor } from '../editor';
import { SUGGESTION_COLOR } from '../painting/look';
import { paintLegibleOutlines } from '../painting/paint-outline';
import { PaintLayer } from './layer/paint-layer';
import { useTopic } from './layer/use-topic';

/** Paints a suggested outline. It cannot be clicked, because only shapes of the document can be hit. */
export function SuggestionLayer({ editor: { topics, viewport } }: { readonly editor: Editor }) {
  const outline = useTopic(topics.suggestion);
  const redrawTopics = useMemo(() => [topics.camera], [topics]);
  if (!outline) return null;
  const paint = (context: CanvasRenderingContext2D) =>
    paintLegibleOutlines(context, [outline], viewport.camera, { color: SUGGESTION_COLOR });
  return <PaintLayer paint={paint} topics={redrawTopics} />;
}
