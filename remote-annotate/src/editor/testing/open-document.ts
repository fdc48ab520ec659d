import { shapeKinds } from '../../shape-kinds/kind-registry';
import { AnnotationDocument } from '../document/annotation-document';
import type { ChangeEvent } from '../document/changes';
import type { Shape } from '../model/types';

export const IMAGE_SIZE = { width: 800, height: 600 };
export const TRIANGLE = [100, 100, 300, 100, 200, 300];

/** Creates a document with loaded shapes and a stopped clock, and records its later events. */
export function openDocument(...shapes: readonly Shape[]) {
  const document = new AnnotationDocument({ kinds: shapeKinds, imageSize: IMAGE_SIZE, now: () => 0 });
  document.loadPage(shapes);
  const events: ChangeEvent[] = [];
  document.listen((event) => events.push(event));
  return { document, events };
}
