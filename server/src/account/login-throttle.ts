const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;
const MOST_ENTRIES = 50_000;

interface Entry {
  failures: number;
  until: number;
}

/**
 * Counts failed sign-ins of an account from an address, and of an address whatever the account. Kept in memory: a
 * restart forgives, which costs an attacker more than it gives.
 */
export class LoginThrottle {
  private readonly entries = new Map<string, Entry>();
  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Counts an attempt before its outcome is known, so that a burst of parallel guesses counts in full.
   * Answers the seconds to wait, or 0 when the attempt may go on.
   */
  attempt(account: string, address: string): number {
    const own = this.entry(pairKey(account, address));
    const all = this.entry(addressKey(address));
    const blocked = [own.failures >= PER_ACCOUNT ? own.until : 0, all.failures >= PER_ADDRESS ? all.until : 0];
    const until = Math.max(...blocked);
    if (until > 0) return Math.ceil((until - this.now()) / 1000);
    own.failures += 1;
    all.failures += 1;
    return 0;
  }

  /** The attempt was right after all. */
  succeeded(account: string, address: string): void {
    this.entries.delete(pairKey(account, address));
    const all = this.entries.get(addressKey(address));
    if (all) all.failures = Math.max(0, all.failures - 1);
  }

  private entry(key: string): Entry {
    const found = this.entries.get(key);
    if (found && found.until > this.now()) return found;
    if (this.entries.size >= MOST_ENTRIES) this.forgetExpired();
    const fresh = { failures: 0, until: this.now() + WINDOW_MS };
    this.entries.set(key, fresh);
    return fresh;
  }

  private forgetExpired(): void {
    for (const [key, entry] of this.entries) if (entry.until <= this.now()) this.entries.delete(key);
    // Still full of live ones: an attack with many names. The per-address count holds it back.
    if (this.entries.size >= MOST_ENTRIES)
      for (const key of this.entries.keys()) if (key.startsWith('pair ')) this.entries.delete(key);
  }
}

function pairKey(account: string, address: string): string {
  return `pair ${address} ${account}`;
}

function addressKey(address: string): string {
  return `address ${address}`;
}
