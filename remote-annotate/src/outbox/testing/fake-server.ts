import type { ApiCallKey } from '@console/shared-contract/api';
import type { Send } from '../send/outcome';
import type { UserReference, StoredCall } from '../entries/types';

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

interface BulkItem {
  readonly op: 'create' | 'change' | 'delete' | 'restore';
  readonly id?: string;
  readonly key?: string;
  readonly [field: string]: unknown;
}

interface BulkBody {
  readonly items: readonly BulkItem[];
}

type ServerFault =
  | {
      readonly status: number;
      readonly detail?: string;
      readonly current?: unknown;
      readonly code?: string;
      readonly changedBy?: UserReference;
    }
  | 'lost response';

const LAYER_SHAPE = '/annotate/v2/layer/{id}/shape/{shape_id}';
const ROW_PATH = /^\w+ \/(detection\/v2\/object|segmentation\/v2\/polygon|annotate\/v2\/(point|verification))\//;

/** An in-memory API with row versions and idempotency keys. Tests can make requests fail. */
export class FakeServer {
  readonly rows = new Map<string, Row>();
  /** Deleted rows, until they are purged. */
  readonly deleted = new Map<string, Row>();
  /** Whether the API has bulk calls. Without bulk calls, it cannot restore deleted rows. */
  hasBulk = true;
  /** Every request received, including repeats. */
  readonly requests: Request[] = [];
  private readonly responses = new Map<string, unknown>();
  private readonly faults: ServerFault[] = [];
  private readonly refusals = new Map<string, { readonly status: number; readonly detail: string }>();
  private persistentFault: ((request: Request) => ServerFault | null) | null = null;
  private responseGate: Promise<void> | null = null;
  private openGate: () => void = () => undefined;
  private lastId = 0;

  /** Makes the next requests fail, one for each failure. */
  fail(...faults: ServerFault[]): void {
    this.faults.push(...faults);
  }

  /** Rejects every write of a row in bulk calls. Null removes the rejection. */
  refuse(id: string, refusal: { readonly status: number; readonly detail: string } | null): void {
    if (refusal) this.refusals.set(id, refusal);
    else this.refusals.delete(id);
  }

  /** Makes matching requests fail until `recover` is called. */
  failAll(fault: ServerFault | ((request: Request) => ServerFault | null)): void {
    this.persistentFault = typeof fault === 'function' ? fault : () => fault;
  }

  recover(): void {
    this.persistentFault = null;
  }

  /** Accepts requests but sends no responses until `release` is called. */
  holdResponses(): void {
    this.responseGate = new Promise((resolve) => {
      this.openGate = resolve;
    });
  }

  releaseResponses(): void {
    this.openGate();
    this.responseGate = null;
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

  /** Changes a row as another user would. */
  edit(id: string, fields: Record<string, unknown>): void {
    const row = this.rows.get(id)!;
    this.rows.set(id, { ...row, ...fields, version: row.version + 1 });
  }

  /** Deletes a row, as another user would. */
  remove(id: string): void {
    const row = this.rows.get(id);
    if (row) this.deleted.set(id, row);
    this.rows.delete(id);
  }

  readonly send: Send = async (call, { workspaceId, idempotencyKey, signal }) => {
    const request = { call: structuredClone(call), key: idempotencyKey, workspaceId };
    this.requests.push(request);
    await this.responseGate;
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    const fault = this.persistentFault?.(request) ?? this.faults.shift();
    if (fault && fault !== 'lost response')
      throw {
        status: fault.status,
        detail: fault.detail ?? '',
        body: { current: fault.current, code: fault.code, changed_by: fault.changedBy },
      };
    const response = this.respondOnce(request);
    if (fault === 'lost response') throw { status: 0, detail: 'Network Error', body: null };
    return structuredClone(response);
  };

  private respondOnce(request: Request): unknown {
    const { key } = request;
    if (key && this.responses.has(key)) return this.responses.get(key);
    const response = this.respond(request.call);
    if (key) this.responses.set(key, response);
    return response;
  }

  private respond({ key, params, body }: StoredCall): unknown {
    const method = key.split(' ')[0];
    if (key.endsWith('/bulk')) return this.respondToBulk(key, body as BulkBody);
    if (key === 'POST /detection/v2/object/{id}/add-label')
      return this.addLabel(params!.id!, body as { label_id: string; value?: number });
    if (key.endsWith(LAYER_SHAPE)) return this.respondInLayer(method, params!.shape_id!, body);
    const isRow = ROW_PATH.test(key) && !key.includes('-label');
    if (!isRow) return { id: params?.id };
    if (method === 'POST') return this.insert(toRowFields(body));
    const row = this.rows.get(params!.id!);
    if (!row) throw { status: 404, detail: 'Row not found.', body: { detail: 'Row not found.' } };
    if (method === 'GET') return row;
    if (method === 'DELETE') return void this.remove(row.id);
    const { version, ...fields } = toRowFields(body);
    if (version !== undefined && version !== row.version)
      throw { status: 409, detail: 'Changed meanwhile.', body: { detail: 'Changed meanwhile.', current: row } };
    this.edit(row.id, fields);
    return this.rows.get(row.id);
  }

  /** Processes a request for a shape of a layer (annotations of a single user in a job). The client chooses the ids of these shapes. */
  private respondInLayer(method: string | undefined, id: string, body: unknown): unknown {
    const row = this.rows.get(id);
    const { version, ...fields } = toRowFields(body ?? {});
    if (!row && (method === 'DELETE' || version !== undefined))
      throw { status: 404, detail: 'Shape not found.', body: { detail: 'Shape not found.' } };
    if (method === 'DELETE') return this.remove(id);
    if (row && version !== undefined && version !== row.version)
      throw { status: 409, detail: 'Changed meanwhile.', body: { detail: 'Changed meanwhile.', current: row } };
    this.add(id, { meta_data: {}, ...fields }, (row?.version ?? 0) + 1);
    return this.rows.get(id);
  }

  /** Processes each item like a single call with the item's own key. A failed item does not roll back the other items. */
  private respondToBulk(key: string, { items }: BulkBody): unknown {
    if (!this.hasBulk) throw { status: 404, detail: 'Not found.', body: { detail: 'Not found.' } };
    if (items.length === 0 || items.length > 1000) throw { status: 400, detail: 'items: 1 to 1000', body: null };
    const path = key.slice('POST '.length, -'bulk'.length);
    return { results: items.map((item) => this.respondToItem(path, item)) };
  }

  private respondToItem(path: string, { op, id = '', key, ...fields }: BulkItem): unknown {
    try {
      const refusal = this.refusals.get(id);
      if (refusal) throw { status: refusal.status, body: { detail: refusal.detail } };
      if (op === 'delete') {
        this.respond({ key: `DELETE ${path}{id}` as ApiCallKey, params: { id } });
        return { status: 204, row: null };
      }
      if (op === 'change') {
        const call = { key: `PUT ${path}{id}/` as ApiCallKey, params: { id }, body: fields };
        return { status: 200, row: structuredClone(this.respond(call)) };
      }
      const call = { key: `POST ${path}` as ApiCallKey, body: fields };
      const isRepeat = key !== undefined && this.responses.has(key);
      const row = isRepeat ? this.responses.get(key) : structuredClone(op === 'restore' ? this.restore(id) : this.respond(call));
      if (key) this.responses.set(key, row);
      return { status: op === 'restore' ? 200 : 201, row };
    } catch (error) {
      const { status, body } = error as { status: number; body: object };
      return { status, ...body };
    }
  }

  private restore(id: string): Row {
    const row = this.deleted.get(id);
    if (row) {
      this.deleted.delete(id);
      this.rows.set(id, { ...row, version: row.version + 1 });
    }
    const restoredRow = this.rows.get(id);
    if (!restoredRow) throw { status: 404, detail: 'Row not found.', body: { detail: 'Row not found.' } };
    return restoredRow;
  }

  private addLabel(
    id: string,
    { label_id, value = null as number | null }: { label_id: string; value?: number | null },
  ): unknown {
    const row = this.rows.get(id);
    if (!row) throw { status: 404, detail: 'Object not found.', body: { detail: 'Object not found.' } };
    const otherLabels = (row.recognition_labels as { id: string }[] | undefined) ?? [];
    this.edit(id, { recognition_labels: [...otherLabels, { id: label_id, name: label_id, type: 'plain', value }] });
    return this.rows.get(id);
  }

  private insert(fields: Record<string, unknown>): Row {
    this.lastId += 1;
    const row = { meta_data: {}, ...fields, id: `row-${this.lastId}`, version: 1 };
    this.rows.set(row.id, row);
    return row;
  }
}

function toRowFields(body: unknown): Record<string, unknown> {
  const { detection_label, segmentation_label, ...fields } = body as Record<string, unknown>;
  return {
    ...fields,
    ...(detection_label ? { detection_label: { id: detection_label } } : {}),
    ...(segmentation_label ? { segmentation_label: { id: segmentation_label } } : {}),
  };
}
