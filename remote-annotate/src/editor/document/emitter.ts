/**
 * Calls every listener with every event, in the order of the events even when a listener causes another one,
 * so that no listener sees a later change before an earlier one.
 */
export class Emitter<Event> {
  private readonly listeners = new Set<(event: Event) => void>();
  private readonly queue: Event[] = [];
  private draining = false;

  subscribe(listener: (event: Event) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A listener that throws does not keep the event from the others; its error is thrown when all have been called. */
  emit(event: Event): void {
    this.queue.push(event);
    if (this.draining) return;
    this.draining = true;
    const errors: unknown[] = [];
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      for (const listener of [...this.listeners]) {
        try {
          listener(next);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    this.draining = false;
    if (errors.length > 0) throw errors[0];
  }
}
