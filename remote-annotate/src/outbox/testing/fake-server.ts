import type { Send } from '../send/outcome';
import type { StoredCall } from '../types';

interface Row {
  readonly id: string;
  version: number;
  [name: string]: unknown;
}

interface Request {
  readonly call: StoredCall;
  readonly key?: string;
  readonly workspaceId: string;
}

type Trouble = { readonly status: number; readonly detail?: string } | 'lost answer';

const ROW_PATH = /^\w+ \/(detection\/v2\/object|segmentation\/v2\/polygon|annotate\/v2\/point)\//;

/** The API's rows with versions and idempotency keys, in memory, with troubles to order. */
export class FakeServer {
  readonly rows = new Map<string, Row>();
  /** Every request that came in, repeats too. */
  readonly requests: Request[] = [];
  private readonly answers = new Map<string, unknown>();
  private readonly troubles: Trouble[] = [];
  private lasting: ((request: Request) => Trouble | null) | null = null;
  private gate: Promise<void> | null = null;
  private openGate: () => void = () => undefined;
  private lastId = 0;

  /** What went wrong with the next requests, one each. */
  fail(...troubles: Trouble[]): void {
    this.troubles.push(...troubles);
  }

  /** What goes wrong until `recover`. */
  failAll(trouble: Trouble | ((request: Request) => Trouble | null)): void {
    this.lasting = typeof trouble === 'function' ? trouble : () => trouble;
  }

  recover(): void {
    this.lasting = null;
  }

  /** Lets requests come in but answers none until `release`. */
  hold(): void {
    this.gate = new Promise((resolve) => {
      this.openGate = resolve;
    });
  }

  release(): void {
    this.openGate();
    this.gate = null;
  }

  get keys(): string[] {
    return this.requests.map(({ call }) => call.key);
  }

  /** The rows' coordinates by id. */
  get data(): Record<string, unknown> {
    return Object.fromEntries([...this.rows].map(([id, { data }]) => [id, data]));
  }

  add(id: string, fields: Record<string, unknown>, version = 1): void {
    this.rows.set(id, { ...fields, id, version });
  }

  /** Another person's change. */
  edit(id: string, fields: Record<string, unknown>): void {
    const row = this.rows.get(id)!;
    this.rows.set(id, { ...row, ...fields, version: row.version + 1 });
  }

  readonly send: Send = async (call, { workspaceId, idempotencyKey, signal }) => {
    const request = { call: structuredClone(call), key: idempotencyKey, workspaceId };
    this.requests.push(request);
    await this.gate;
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    const trouble = this.lasting?.(request) ?? this.troubles.shift();
    if (trouble && trouble !== 'lost answer') throw { status: trouble.status, detail: trouble.detail ?? '', body: null };
    const answer = this.answerOnce(request);
    if (trouble === 'lost answer') throw { status: 0, detail: 'Network Error', body: null };
    return structuredClone(answer);
  };

  private answerOnce(request: Request): unknown {
    const { key } = request;
    if (key && this.answers.has(key)) return this.answers.get(key);
    const answer = this.answer(request.call);
    if (key) this.answers.set(key, answer);
    return answer;
  }

  private answer({ key, params, body }: StoredCall): unknown {
    const method = key.split(' ')[0];
    const isRow = ROW_PATH.test(key) && !key.includes('-label');
    if (!isRow) return { id: params?.id };
    if (method === 'POST') return this.insert(rowFields(body));
    const row = this.rows.get(params!.id!);
    if (!row) throw { status: 404, detail: 'Row not found.', body: { detail: 'Row not found.' } };
    if (method === 'GET') return row;
    if (method === 'DELETE') return void this.rows.delete(row.id);
    const { version, ...fields } = rowFields(body);
    if (version !== undefined && version !== row.version)
      throw { status: 409, detail: 'Changed meanwhile.', body: { detail: 'Changed meanwhile.', current: row } };
    this.edit(row.id, fields);
    return this.rows.get(row.id);
  }

  private insert(fields: Record<string, unknown>): Row {
    this.lastId += 1;
    const row = { meta_data: {}, ...fields, id: `row-${this.lastId}`, version: 1 };
    this.rows.set(row.id, row);
    return row;
  }
}

function rowFields(body: unknown): Record<string, unknown> {
  const { detection_label, segmentation_label, ...fields } = body as Record<string, unknown>;
  return {
    ...fields,
    ...(detection_label ? { detection_label: { id: detection_label } } : {}),
    ...(segmentation_label ? { segmentation_label: { id: segmentation_label } } : {}),
  };
}
