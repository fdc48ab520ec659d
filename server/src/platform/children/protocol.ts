/** Messages between the server and its child processes (ADR 0037). This file contains types only. */

/** A message from the server. `id` is unique per process; all messages about the request repeat it. */
export type ServerMessage<Request> = { id: number; request: Request } | { acknowledged: number };

/** A message from a child process. `ready` is sent once, before all other messages. */
export type ChildMessage<Result, Event> =
  | { ready: true }
  /** Sent any number of times while the request is handled. The server acknowledges the sequence number. */
  | { id: number; event: Event; sequence: number }
  | { id: number; done: Result }
  | { id: number; failed: RequestFailure };

/** Why a request failed. With a `status`, the message is for the user; otherwise the error was unexpected. */
export interface RequestFailure {
  message: string;
  stack?: string;
  status?: number;
}
