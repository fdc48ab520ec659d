import { StateNode, type Busy } from './state-node';

/** State of a tool while a button is held. Canceling the gesture discards its draft. */
export abstract class Gesture<States, Info> extends StateNode<States, Info> {
  override get busy(): Busy {
    return 'gesture';
  }

  override interrupt(): void {
    this.cancel();
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.returnToIdle();
  }
}
