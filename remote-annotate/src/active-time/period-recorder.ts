import { MAX_IDLE_SECONDS } from '@console/shared-contract/limits';
import { newId } from '@console/shared-contract/new-id';
import { storePeriod, type PeriodOwner } from './stored-periods';

/** Interval in milliseconds at which the running period is stored. A tab that crashes loses at most this much time. */
const STORE_INTERVAL_MS = 5000;
/** Minimum duration of a period in milliseconds. Shorter periods are not reported. */
const MIN_PERIOD_MS = 1000;

/**
 * Records the periods in which the user works on an item (moves the mouse, presses keys). A gap of more than 60 seconds between two inputs
 * ends a period.
 */
export class PeriodRecorder {
  private id = newId();
  private started: number;
  private ended: number;
  private storedAt: number;

  constructor(
    private readonly owner: PeriodOwner,
    /** The job whose item is shown. */
    private readonly job: string | null,
    private readonly storage: Storage,
    openedAt: number,
  ) {
    this.started = openedAt;
    this.ended = openedAt;
    this.storedAt = openedAt;
  }

  recordInput(time: number): void {
    // If the clock was set back, start a new period. Otherwise, its end would be before its start.
    if (time < this.ended || time - this.ended > MAX_IDLE_SECONDS * 1000) {
      this.store();
      this.id = newId();
      this.started = time;
      this.storedAt = time;
    }
    this.ended = time;
    if (this.ended - this.storedAt >= STORE_INTERVAL_MS) this.store();
  }

  /** Stores the current period, which may grow further. */
  store(): void {
    if (this.ended - this.started < MIN_PERIOD_MS || this.ended === this.storedAt) return;
    this.storedAt = this.ended;
    storePeriod(this.storage, this.owner, this.id, { started: this.started, ended: this.ended, job: this.job });
  }
}
