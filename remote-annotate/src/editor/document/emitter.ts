/**
 * Calls every listener with every event. If a listener emits an event, this event is queued, so that all listeners get the events in the
 * same order.
 */
export class Emitter<Event> {
  private readonly listeners = new Set<(event: Event) => void>();
  private readonly queue: Event[] = [];
  private isDraining = false;

  subscribe(listener: (event: Event) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls all listeners even if one throws. The first error is thrown after all listeners were called. */
  emit(event: Event): void {
    this.queue.push(event);
    if (this.isDraining) return;
    this.isDraining = true;
    const errors: unknown[] = [];
    for (let nextEvent = this.queue.shift(); nextEvent; nextEvent = this.queue.shift()) {
      for (const listener of [...this.listeners]) {
        try {
          listener(nextEvent);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    this.isDraining = false;
    if (errors.length > 0) throw errors[0];
  }
}
