import type { PointerEditorEvent } from '../../editor/input/events';
import type { BoxData } from '../../editor/model/types';
import type { PendingShape } from '../../editor/tools/states/feedback';

export type AssistStates = {
  idle: undefined;
  /** A box around the object is drawn by a drag or two clicks. */
  box: { readonly press: PointerEditorEvent };
  /** Starts with the press of the first stroke, or with a box. */
  suggesting: { readonly press: PointerEditorEvent } | { readonly box: BoxData };
  /** Points and boxes for the interactive model. Starts with the press of the first point or box. */
  prompting: AssistStates['suggesting'];
  /** Lines along edges are drawn by clicks. Starts with the press of the first click. */
  tracing: { readonly press: PointerEditorEvent };
  'awaiting-label': PendingShape;
};
