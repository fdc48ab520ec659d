import type { Machine, StateNode } from './state-node';
import type { ToolHost } from './tool-host';

/** Constructor of a tool's state. `info` is the data that the state needs. */
type StateClass<States, Id extends keyof States> = new (
  host: ToolHost,
  machine: Machine<States>,
  info: States[Id],
) => StateNode<States, States[Id]>;

/** Constructors of the states of a tool, by state id. */
type StateClasses<States> = { readonly [Id in keyof States]: StateClass<States, Id> };

/** A tool with any states, for code that handles all tools. */
export interface AnyTool<ToolName extends string = string> {
  readonly id: ToolName;
  readonly stateId: string;
  readonly state: StateNode<never, unknown>;
  returnToIdle(): void;
  /** Whether the tool uses Alt itself, so that Alt does not activate the zoom tool. */
  readonly usesAlt?: boolean;
  /** Continues an unfinished shape from its vertices. */
  resumeFrom?(vertices: readonly number[]): void;
}

/** A tool, implemented as a state machine. */
export class Tool<ToolName extends string, States extends { idle: undefined }> implements Machine<States>, AnyTool<ToolName> {
  private currentState: StateNode<States, unknown>;
  private currentId: keyof States & string = 'idle';

  constructor(
    readonly id: ToolName,
    private readonly host: ToolHost,
    private readonly stateClasses: StateClasses<States>,
    private readonly onTransition: () => void,
  ) {
    this.currentState = new stateClasses.idle(host, this, undefined);
  }

  get stateId(): string {
    return this.currentId;
  }

  get state(): StateNode<States, unknown> {
    return this.currentState;
  }

  transition<Id extends keyof States & string>(id: Id, info: States[Id]): void {
    this.currentState.exit();
    this.currentState = new this.stateClasses[id](this.host, this, info);
    this.currentId = id;
    this.currentState.enter();
    this.onTransition();
  }

  returnToIdle(): void {
    this.transition('idle', undefined);
  }
}
