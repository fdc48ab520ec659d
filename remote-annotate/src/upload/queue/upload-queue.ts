import { isAborted, UnreadableFileError } from '@console/shared-auth';
import { newId } from '@console/shared-contract/new-id';
import { uploadMessages } from './upload-messages';
import { toFailureState, type SendOptions } from './send-image';
import { isFinished, type UploadItem, type UploadState } from './upload-item';

/** Maximum number of parallel uploads. A low number leaves capacity for other requests, because the server decodes every image in full. */
const MAX_CONCURRENT = 2;
/** Minimum interval between list refreshes while the queue runs, in milliseconds. */
const REFRESH_MS = 3000;

export type QueueEvent = { kind: 'unreadable'; name: string } | { kind: 'drained'; uploaded: number };

interface UploadQueueOptions {
  send: (options: SendOptions) => Promise<string>;
  /** Called when a workspace has new images: periodically while the queue runs, and when it finishes. */
  onNewImages: (workspace: string) => void;
  /** Called after each uploaded image. */
  onUploaded?: (imageId: string, workspace: string) => void;
}

interface UploadJob {
  file: File;
  workspace: string;
  idempotencyKey: string;
  controller: AbortController | null;
}

/** Uploads files, a few at a time. Uploads continue when the user leaves the page that added them. */
export class UploadQueue {
  private items: readonly UploadItem[] = [];
  private readonly jobs = new Map<string, UploadJob>();
  private readonly listeners = new Set<() => void>();
  private readonly eventListeners = new Set<(event: QueueEvent) => void>();
  private runningCount = 0;
  private uploadedSinceIdle = 0;
  private lastRefresh = 0;
  /** Workspaces with new images that `onNewImages` has not reported yet. */
  private readonly workspacesToRefresh = new Set<string>();

  constructor(private readonly options: UploadQueueOptions) {}

  /** Returns the same array until an item changes. */
  readonly snapshot = (): readonly UploadItem[] => this.items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  onEvent(listener: (event: QueueEvent) => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Number of files that are waiting or uploading. */
  get pendingCount(): number {
    return this.items.filter((item) => !isFinished(item)).length;
  }

  add(files: readonly File[], workspace: string): void {
    const addedItems = files.map((file): UploadItem => {
      const id = newId();
      this.jobs.set(id, { file, workspace, idempotencyKey: newId(), controller: null });
      return { id, name: file.name, size: file.size, state: { kind: 'waiting' } };
    });
    this.setItems([...this.items, ...addedItems]);
    this.startNext();
  }

  /** Retries the given failed files, or all of them. */
  retry(ids: readonly string[] = this.items.map((item) => item.id)): void {
    const targetIds = new Set(ids);
    this.setItems(
      this.items.map((item) =>
        item.state.kind === 'failed' && targetIds.has(item.id) ? { ...item, state: { kind: 'waiting' } } : item,
      ),
    );
    this.startNext();
  }

  /** Cancels the given waiting or running files, or all of them. Cancelled files can be retried. */
  cancel(ids: readonly string[] = this.items.map((item) => item.id)): void {
    const targetIds = new Set(ids.filter((id) => this.items.some((item) => item.id === id && !isFinished(item))));
    const state: UploadState = { kind: 'failed', reason: uploadMessages.cancelled };
    this.setItems(this.items.map((item) => (targetIds.has(item.id) ? { ...item, state } : item)));
    for (const id of targetIds) this.jobs.get(id)?.controller?.abort();
  }

  /** Removes files that are no longer waiting or uploading. */
  dismissFinished(): void {
    const remainingItems = this.items.filter((item) => !isFinished(item));
    const remainingIds = new Set(remainingItems.map((item) => item.id));
    for (const id of [...this.jobs.keys()]) if (!remainingIds.has(id)) this.jobs.delete(id);
    this.setItems(remainingItems);
  }

  /** Cancels and removes all files at the end of the session. */
  clear(): void {
    this.cancel();
    this.uploadedSinceIdle = 0;
    this.dismissFinished();
  }

  private setItems(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of [...this.listeners]) listener();
  }

  private setState(id: string, state: UploadState): void {
    this.setItems(this.items.map((item) => (item.id === id ? { ...item, state } : item)));
  }

  private emit(event: QueueEvent): void {
    for (const listener of [...this.eventListeners]) listener(event);
  }

  private startNext(): void {
    while (this.runningCount < MAX_CONCURRENT) {
      const nextItem = this.items.find((item) => item.state.kind === 'waiting');
      const job = nextItem && this.jobs.get(nextItem.id);
      if (!nextItem || !job) return;
      this.runningCount += 1;
      void this.runJob(nextItem, job).finally(() => {
        this.runningCount -= 1;
        this.startNext();
        if (this.runningCount === 0) this.finishBatch();
      });
    }
  }

  private async runJob({ id, name }: UploadItem, job: UploadJob): Promise<void> {
    const controller = new AbortController();
    job.controller = controller;
    const isCurrent = () => job.controller === controller && !controller.signal.aborted;
    this.setState(id, { kind: 'uploading', sentRatio: null });
    try {
      const imageId = await this.options.send({
        file: job.file,
        workspace: job.workspace,
        idempotencyKey: job.idempotencyKey,
        signal: controller.signal,
        onSent: (ratio) => isCurrent() && this.setState(id, { kind: 'uploading', sentRatio: ratio }),
      });
      if (!isCurrent()) return;
      this.uploadedSinceIdle += 1;
      this.setState(id, { kind: 'done', imageId });
      this.workspacesToRefresh.add(job.workspace);
      this.options.onUploaded?.(imageId, job.workspace);
      if (Date.now() - this.lastRefresh >= REFRESH_MS) this.refreshWorkspaces();
    } catch (error) {
      if (!isCurrent() || isAborted(error)) return;
      if (error instanceof UnreadableFileError) this.emit({ kind: 'unreadable', name });
      this.setState(id, toFailureState(error));
    } finally {
      if (job.controller === controller) job.controller = null;
    }
  }

  private refreshWorkspaces(): void {
    this.lastRefresh = Date.now();
    for (const workspace of this.workspacesToRefresh) this.options.onNewImages(workspace);
    this.workspacesToRefresh.clear();
  }

  private finishBatch(): void {
    this.refreshWorkspaces();
    const uploadedCount = this.uploadedSinceIdle;
    this.uploadedSinceIdle = 0;
    if (uploadedCount > 0) this.emit({ kind: 'drained', uploaded: uploadedCount });
  }
}
