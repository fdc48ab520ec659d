import { api, ApiError, isAborted } from '@console/shared-auth';
import { MAX_FILES_PER_CALL, CHUNK_BYTES } from './sending';
import { planImport } from '../data/imports.queries';
import type { PathedFile } from '../../files/pathed-files';

export interface SendingState {
  /** Number of bytes that the server has received, including earlier attempts. */
  sent: number;
  total: number;
  files: number;
  /** Bytes per second sent by this tab; null for the first two seconds. */
  perSecond: number | null;
  /** `waiting`: waiting for a retry after a temporary failure, such as a lost connection. */
  state: 'sending' | 'waiting' | 'failed';
  error: unknown;
}

interface AnnouncedFile {
  id: string;
  path: string;
  size: number;
  received: number;
}

const CONCURRENT_FILES = 3;
const TIMEOUT_MS = 10 * 60_000;
const INITIAL_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const MIN_MEASURED_MS = 2_000;

const isTemporary = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);
const readReceivedBytes = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'received' in body && typeof body.received === 'number'
    ? body.received
    : null;
};

/** Uploads the files of imports in chunks, and resumes after interruptions. The upload continues when the dialog closes. */
export class ImportSender {
  private readonly statesByImport = new Map<string, SendingState>();
  private readonly controllers = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  /** `onSent` is called when the server has received all files and has started to read them. */
  constructor(private readonly onSent: (importId: string) => void) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the same object until the state changes; null if this tab does not send files of the import. */
  getState(importId: string): SendingState | null {
    return this.statesByImport.get(importId) ?? null;
  }

  /** Number of imports that are being sent or retried. */
  get pendingCount(): number {
    return [...this.statesByImport.values()].filter(({ state }) => state !== 'failed').length;
  }

  stop(importId: string): void {
    this.controllers.get(importId)?.abort();
    this.controllers.delete(importId);
    this.statesByImport.delete(importId);
    this.notifyListeners();
  }

  clear(): void {
    for (const id of this.controllers.keys()) this.stop(id);
  }

  /** Registers the files of an import at the server, uploads them, and then requests the plan. Never rejects. */
  async send(importId: string, workspaceId: string, files: readonly PathedFile[]): Promise<void> {
    this.stop(importId);
    const controller = new AbortController();
    this.controllers.set(importId, controller);
    const { signal } = controller;
    const total = files.reduce((sum, { file }) => sum + file.size, 0);
    this.setState(importId, { sent: 0, total, files: files.length, perSecond: null, state: 'sending', error: null });
    try {
      await new SendAttempt(importId, workspaceId, signal, (patch) => this.patchState(importId, patch)).run(files);
      this.stop(importId);
      this.onSent(importId);
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      this.patchState(importId, { state: 'failed', error });
    }
  }

  private patchState(importId: string, patch: Partial<SendingState>): void {
    const currentState = this.statesByImport.get(importId);
    if (currentState) this.setState(importId, { ...currentState, ...patch });
  }

  private setState(importId: string, state: SendingState): void {
    this.statesByImport.set(importId, state);
    this.notifyListeners();
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }
}

/** One attempt to send the files of an import. */
class SendAttempt {
  private readonly receivedByFile = new Map<string, number>();
  private readonly startedAt = Date.now();
  private bytesAtStart = 0;

  constructor(
    private readonly importId: string,
    private readonly workspace: string,
    private readonly signal: AbortSignal,
    private readonly onStateChange: (patch: Partial<SendingState>) => void,
  ) {}

  /** Registers the files at the server, uploads them, and then requests the plan. */
  async run(files: readonly PathedFile[]): Promise<void> {
    const queue: { announced: AnnouncedFile; file: File }[] = [];
    for (let start = 0; start < files.length; start += MAX_FILES_PER_CALL) {
      const batch = files.slice(start, start + MAX_FILES_PER_CALL);
      const body = { files: batch.map(({ path, file }) => ({ path, size: file.size })) };
      const { files: announcedFiles } = await this.retryDuringOutage(() =>
        api.call('POST /recognition/v2/import/{id}/files', { params: { id: this.importId }, body, ...this.getScope() }),
      );
      for (const [index, file] of announcedFiles.entries()) {
        this.receivedByFile.set(file.id, file.received);
        queue.push({ announced: file, file: batch[index]!.file });
      }
    }
    this.bytesAtStart = this.getTotalReceived();
    this.reportProgress();
    const remainingFiles = queue[Symbol.iterator]();
    const runWorker = async () => {
      for (const { announced, file } of remainingFiles) await this.sendFile(announced, file);
    };
    await Promise.all(Array.from({ length: CONCURRENT_FILES }, runWorker));
    await this.retryDuringOutage(() => planImport(this.importId, {}, this.workspace));
  }

  private async sendFile({ id, size }: AnnouncedFile, file: File): Promise<void> {
    // An empty file still needs one chunk of zero bytes.
    for (let isFirst = true; isFirst || this.getReceived(id) < size; isFirst = false) {
      if (isFirst && size > 0 && this.getReceived(id) >= size) return;
      const receivedBytes = await this.retryDuringOutage(() => this.sendChunk(id, file, this.getReceived(id)));
      this.receivedByFile.set(id, receivedBytes);
      this.reportProgress();
    }
  }

  private async sendChunk(id: string, file: File, offset: number): Promise<number> {
    const chunk = file.slice(offset, offset + CHUNK_BYTES);
    try {
      const response = await api.callByName('PUT /imports/{id}/files/{file}', {
        params: { id: this.importId, file: id },
        query: { offset },
        body: chunk,
        timeout: TIMEOUT_MS,
        ...this.getScope(),
      });
      return (response as AnnouncedFile).received;
    } catch (error) {
      // The server may already have this chunk: a response was lost, or another tab uploads the same file. Continue after the received
      // bytes.
      const receivedBytes = readReceivedBytes(error);
      if (receivedBytes === null || receivedBytes === offset) throw error;
      return receivedBytes;
    }
  }

  /** Repeats a request until it succeeds. Temporary errors are retried with increasing delays, or when the browser is back online. */
  private async retryDuringOutage<Result>(request: () => Promise<Result>): Promise<Result> {
    for (let delay = INITIAL_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      this.signal.throwIfAborted();
      try {
        const result = await request();
        this.onStateChange({ state: 'sending' });
        return result;
      } catch (error) {
        if (this.signal.aborted || !isTemporary(error)) throw error;
        this.onStateChange({ state: 'waiting' });
        await waitUntilOnline(delay, this.signal);
      }
    }
  }

  private reportProgress(): void {
    const sentBytes = this.getTotalReceived();
    const ms = Date.now() - this.startedAt;
    this.onStateChange({
      sent: sentBytes,
      perSecond: ms < MIN_MEASURED_MS ? null : ((sentBytes - this.bytesAtStart) / ms) * 1000,
    });
  }

  private getReceived = (id: string) => this.receivedByFile.get(id) ?? 0;
  private getTotalReceived = () => [...this.receivedByFile.values()].reduce((sum, bytes) => sum + bytes, 0);
  private getScope = () => ({ workspace: this.workspace, signal: this.signal });
}

function waitUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      window.removeEventListener('online', stopWaiting);
      signal.removeEventListener('abort', stopWaiting);
      resolve();
    };
    const timer = setTimeout(stopWaiting, ms);
    window.addEventListener('online', stopWaiting);
    signal.addEventListener('abort', stopWaiting);
  });
}
