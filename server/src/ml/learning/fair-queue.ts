import { HttpError } from '../../platform/errors';

/** The maximum number of waiting calls. */
interface QueueLimits {
  perOwner: number;
  total: number;
}

/** Runs functions one after the other. Owners take turns, so that an owner with many calls delays another owner by only one call. */
export class FairQueue {
  /** Functions that start the queued calls, by owner. */
  private readonly waiting = new Map<string, (() => void)[]>();
  /** The owner of the call that is running. */
  private running: string | null = null;

  constructor(
    private readonly limits: QueueLimits,
    /** What users see when the queue is full. */
    private readonly busyMessage: string,
  ) {}

  /** Runs `work` when it is the owner's turn. Throws 503 if too many calls wait, and the signal's reason if it aborts while waiting. */
  async run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.running === null) this.running = owner;
    else await this.waitForTurn(owner, signal);
    try {
      return await work();
    } finally {
      this.startNext();
    }
  }

  private async waitForTurn(owner: string, signal?: AbortSignal): Promise<void> {
    const ownQueue = this.waiting.get(owner) ?? [];
    const waitingCount = [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (ownQueue.length >= this.limits.perOwner || waitingCount >= this.limits.total)
      throw new HttpError(503, this.busyMessage, {}, { 'retry-after': '60' });
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.setQueue(
          owner,
          (this.waiting.get(owner) ?? []).filter((other) => other !== startRequest),
        );
        reject(signal?.reason as Error);
      };
      const startRequest = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.setQueue(owner, [...ownQueue, startRequest]);
    });
  }

  private startNext(): void {
    const owners = [...this.waiting.keys()];
    this.running = owners.find((owner) => owner !== this.running) ?? owners[0] ?? null;
    if (this.running === null) return;
    const [startRequest, ...otherRequests] = this.waiting.get(this.running)!;
    // The owner moves to the end of the queue.
    this.waiting.delete(this.running);
    this.setQueue(this.running, otherRequests);
    startRequest!();
  }

  private setQueue(owner: string, queue: (() => void)[]): void {
    if (queue.length > 0) this.waiting.set(owner, queue);
    else this.waiting.delete(owner);
  }
}
