import type { ClickEditorEvent, KeyEditorEvent, PointerEditorEvent } from '../../input/events';
import type { MaskOperation, Prompt } from '../../model/prompt';
import type { Suggestion } from '../../model/region';
import { NOTHING_PENDING, type ConfirmResult, type Draft } from './feedback';
import type { ToolHost } from './tool-host';

/**
 * `idle`: nothing is in progress. `gesture`: a button is held, and all other input is ignored. `creating`: a shape is unfinished, but no
 * button is held. The user can still move the image with Alt, but commands on the selection are ignored.
 */
export type Busy = 'idle' | 'gesture' | 'creating';

/** `States` maps the id of each state to the parameters with which the state starts. `idle` has no parameters. */
export interface Machine<States> {
  transition<Id extends keyof States & string>(id: Id, info: States[Id]): void;
  returnToIdle(): void;
}

/** One state of a tool. Each transition creates a new instance, so that its fields have their initial values. */
export abstract class StateNode<States, Info = undefined> {
  constructor(
    protected readonly host: ToolHost,
    protected readonly machine: Machine<States>,
    protected readonly info: Info,
  ) {}

  get busy(): Busy {
    return 'idle';
  }

  enter(): void {}
  exit(): void {}
  /** Called when this state is active again after the user has zoomed with the temporary zoom tool. */
  resume(): void {}

  /** Tools get pointer events of the primary button only, and of one pointer at a time. */
  onPointerDown(_event: PointerEditorEvent): void {}
  onPointerMove(_event: PointerEditorEvent): void {}
  onPointerUp(_event: PointerEditorEvent): void {}
  onRightClick(_event: ClickEditorEvent): void {}
  onDoubleClick(_event: ClickEditorEvent): void {}

  /** Handles Enter at the keyboard crosshair. Returning false makes Enter a click at that position. */
  onPlace(_event: PointerEditorEvent): boolean {
    return false;
  }

  /** Handles a key. Returns true if the tool has used it. */
  onKeyDown(_event: KeyEditorEvent): boolean {
    return false;
  }

  /** Ends a gesture with a held button, because the browser canceled the pointer. */
  interrupt(): void {
    if (this.busy === 'gesture') this.machine.returnToIdle();
  }

  /** Discards everything that is in progress, because the user pressed Esc or chose another tool. */
  cancel(): void {
    if (this.busy !== 'idle') this.machine.returnToIdle();
  }

  /** Called when another tool is chosen. Returns the draft to keep until the user chooses this tool again, or null. */
  suspend(): Draft | null {
    return null;
  }

  /** Undoes the last step of the unfinished shape. Returns false if there is none. */
  undoStep(): boolean {
    return false;
  }

  /** Receives the result of a prompt that this state has requested. */
  receiveSuggestion(_prompt: Prompt, _suggestion: Suggestion): void {}

  /** Turns the current suggestion into a shape, or adds it to the selected mask or removes it from the mask. */
  accept(_operation?: MaskOperation): void {}

  /** Called when the user changed the options of the tool that finds objects. */
  onAssistOptions(): void {}

  /** Creates the shape that waits for a label or a name. `choice` is the id of the label, or the name. */
  confirm(_choice: string): ConfirmResult {
    return NOTHING_PENDING;
  }
}
