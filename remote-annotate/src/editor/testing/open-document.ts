import { AnnotationDocument } from '../document/annotation-document';
import type { ChangeEvent } from '../document/changes';
import type { Shape } from '../types';

export const PICTURE = { width: 800, height: 600 };
export const TRIANGLE = [100, 100, 300, 100, 200, 300];

/** A document with shapes that have come from the server, and what it has told since. Its clock stands. */
export function openDocument(...shapes: readonly Shape[]) {
  const document = new AnnotationDocument({ picture: PICTURE, now: () => 0 });
  document.loadPage(shapes);
  const events: ChangeEvent[] = [];
  document.listen((event) => events.push(event));
  return { document, events };
}
