import { api, ApiError, isAborted } from '@console/shared-auth';
import { MOST_FILES, PART_BYTES } from './sending';
import { planImport } from '../data/imports.queries';
import type { PathedFile } from '../../files/pathed-files';

export interface SendingState {
  /** Received bytes of all files, including those from earlier attempts. */
  sent: number;
  total: number;
  files: number;
  /** Bytes per second sent by this tab; null for the first two seconds. */
  perSecond: number | null;
  /** `waiting`: a temporary failure, such as a lost connection, is being retried. */
  state: 'sending' | 'waiting' | 'failed';
  error: unknown;
}

interface Announced {
  id: string;
  path: string;
  size: number;
  received: number;
}

const AT_ONCE = 3;
const TIMEOUT_MS = 10 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
const MEASURED_AFTER_MS = 2_000;

const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
const receivedIn = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'received' in body && typeof body.received === 'number'
    ? body.received
    : null;
};

/** Sends the files of imports in chunks and resumes after interruptions. Sending continues when the dialog closes. */
export class ImportSender {
  private readonly states = new Map<string, SendingState>();
  private readonly controllers = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  /** `onSent` is called when the server has all files and has started to read them. */
  constructor(private readonly onSent: (importId: string) => void) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the same object until the state changes; null if this tab does not send files of the import. */
  stateOf(importId: string): SendingState | null {
    return this.states.get(importId) ?? null;
  }

  /** Number of imports that are being sent or retried. */
  get pending(): number {
    return [...this.states.values()].filter(({ state }) => state !== 'failed').length;
  }

  stop(importId: string): void {
    this.controllers.get(importId)?.abort();
    this.controllers.delete(importId);
    this.states.delete(importId);
    this.tell();
  }

  clear(): void {
    for (const id of this.controllers.keys()) this.stop(id);
  }

  /** Announces and sends the files of an import, then requests its plan. Never rejects. */
  async send(importId: string, workspace: string, files: readonly PathedFile[]): Promise<void> {
    this.stop(importId);
    const controller = new AbortController();
    this.controllers.set(importId, controller);
    const { signal } = controller;
    const total = files.reduce((sum, { file }) => sum + file.size, 0);
    this.set(importId, { sent: 0, total, files: files.length, perSecond: null, state: 'sending', error: null });
    try {
      await new Sending(importId, workspace, signal, (patch) => this.change(importId, patch)).run(files);
      this.stop(importId);
      this.onSent(importId);
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      this.change(importId, { state: 'failed', error });
    }
  }

  private change(importId: string, patch: Partial<SendingState>): void {
    const known = this.states.get(importId);
    if (known) this.set(importId, { ...known, ...patch });
  }

  private set(importId: string, state: SendingState): void {
    this.states.set(importId, state);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** One attempt to send the files of an import. */
class Sending {
  private readonly received = new Map<string, number>();
  private readonly began = Date.now();
  private before = 0;

  constructor(
    private readonly importId: string,
    private readonly workspace: string,
    private readonly signal: AbortSignal,
    private readonly tell: (patch: Partial<SendingState>) => void,
  ) {}

  /** Announces and sends the files, then requests the plan. */
  async run(files: readonly PathedFile[]): Promise<void> {
    const waiting: { announced: Announced; file: File }[] = [];
    for (let from = 0; from < files.length; from += MOST_FILES) {
      const some = files.slice(from, from + MOST_FILES);
      const body = { files: some.map(({ path, file }) => ({ path, size: file.size })) };
      const { files: announced } = await this.again(() =>
        api.call('POST /recognition/v2/import/{id}/files', { params: { id: this.importId }, body, ...this.scope() }),
      );
      for (const [at, each] of announced.entries()) {
        this.received.set(each.id, each.received);
        waiting.push({ announced: each, file: some[at]!.file });
      }
    }
    this.before = this.sum();
    this.progress();
    const next = waiting[Symbol.iterator]();
    const worker = async () => {
      for (const { announced, file } of next) await this.sendFile(announced, file);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await this.again(() => planImport(this.importId, {}, this.workspace));
  }

  private async sendFile({ id, size }: Announced, file: File): Promise<void> {
    // An empty file still needs one chunk of zero bytes.
    for (let isFirst = true; isFirst || this.receivedOf(id) < size; isFirst = false) {
      if (isFirst && size > 0 && this.receivedOf(id) >= size) return;
      const received = await this.again(() => this.sendPart(id, file, this.receivedOf(id)));
      this.received.set(id, received);
      this.progress();
    }
  }

  private async sendPart(id: string, file: File, offset: number): Promise<number> {
    const part = file.slice(offset, offset + PART_BYTES);
    try {
      const answer = await api.callByName('PUT /imports/{id}/files/{file}', {
        params: { id: this.importId, file: id },
        query: { offset },
        body: part,
        timeout: TIMEOUT_MS,
        ...this.scope(),
      });
      return (answer as Announced).received;
    } catch (error) {
      // The server already has this chunk: a response was lost, or another tab sends the same file.
      const received = receivedIn(error);
      if (received === null || received === offset) throw error;
      return received;
    }
  }

  /** Repeats a request until it succeeds. Temporary errors are retried with increasing delays, or when the browser is back online. */
  private async again<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      this.signal.throwIfAborted();
      try {
        const answer = await ask();
        this.tell({ state: 'sending' });
        return answer;
      } catch (error) {
        if (this.signal.aborted || !mayPass(error)) throw error;
        this.tell({ state: 'waiting' });
        await backOnline(wait, this.signal);
      }
    }
  }

  private progress(): void {
    const sent = this.sum();
    const ms = Date.now() - this.began;
    this.tell({ sent, perSecond: ms < MEASURED_AFTER_MS ? null : ((sent - this.before) / ms) * 1000 });
  }

  private receivedOf = (id: string) => this.received.get(id) ?? 0;
  private sum = () => [...this.received.values()].reduce((sum, bytes) => sum + bytes, 0);
  private scope = () => ({ workspace: this.workspace, signal: this.signal });
}

function backOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
