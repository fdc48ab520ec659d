import type { ClickEditorEvent, KeyEditorEvent, PointerEditorEvent } from '../input/events';
import { NOTHING_PENDING, type ConfirmResult, type Draft } from './feedback';
import type { ToolHost } from './tool-host';

/**
 * `idle`: nothing under way. `gesture`: a button is held, so everything else waits. `creating`: a shape is begun and no
 * button is held; Alt may move the picture, but commands on the selected shape wait.
 */
export type Busy = 'idle' | 'gesture' | 'creating';

/** `States` maps each state's id to what the state needs to begin; `idle` needs nothing. */
export interface Machine<States> {
  transition<Id extends keyof States & string>(id: Id, info: States[Id]): void;
  toIdle(): void;
}

/** One state of a tool. A new one is made on each transition, so its fields start fresh. */
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
  /** The zoom tool that lay over this state is gone again. */
  resume(): void {}

  /** Pointer events are of the primary button and of one pointer at a time. */
  pointerDown(_event: PointerEditorEvent): void {}
  pointerMove(_event: PointerEditorEvent): void {}
  pointerUp(_event: PointerEditorEvent): void {}
  rightClick(_event: ClickEditorEvent): void {}
  doubleClick(_event: ClickEditorEvent): void {}

  /** Enter at the crosshair that the arrow keys move. False: it is as a click there. */
  place(_event: PointerEditorEvent): boolean {
    return false;
  }

  /** Returns whether the key was taken. */
  keyDown(_event: KeyEditorEvent): boolean {
    return false;
  }

  /** The pointer was taken away: ends what hangs on a held button, and only that. */
  interrupt(): void {
    if (this.busy === 'gesture') this.machine.toIdle();
  }

  /** A person gave it up (Esc, another tool): drops whatever is under way. */
  cancel(): void {
    if (this.busy !== 'idle') this.machine.toIdle();
  }

  /** Another tool is chosen: what is begun and kept for the way back, or null where nothing is. */
  suspend(): Draft | null {
    return null;
  }

  /** Takes back the last step of what is being made. Returns whether there was one. */
  undoStep(): boolean {
    return false;
  }

  /** Gives the pending shape its label id, or its name. */
  confirm(_choice: string): ConfirmResult {
    return NOTHING_PENDING;
  }
}
