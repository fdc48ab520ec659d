import type { PointerEditorEvent } from '../../editor/input/events';
import type { BoxData } from '../../editor/model/types';
import type { PendingShape } from '../../editor/tools/states/feedback';

export type AssistStates = {
  idle: undefined;
  /** The user draws a box around the object, by a drag or two clicks. */
  box: { readonly press: PointerEditorEvent };
  /** A suggestion is shown. Starts with the press of the first stroke, or with a box. */
  suggesting: { readonly press: PointerEditorEvent } | { readonly box: BoxData };
  /** The user sets points and boxes for the interactive model. Starts with the press of the first point or box. */
  prompting: AssistStates['suggesting'];
  /** The user draws lines along edges by clicks. Starts with the press of the first click. */
  tracing: { readonly press: PointerEditorEvent };
  'awaiting-label': PendingShape;
};
