import type { LoadFaultKind } from '@console/shared-contract/federation';

/** What a remote's entry leaves behind: the federation's container. */
export interface Container {
  get: (expose: string) => () => Promise<unknown>;
  init: (...args: unknown[]) => void | Promise<void>;
}

export interface EntryRequest {
  url: string;
  /** `sha384-...` of the file; absent of a build on a developer's machine. */
  integrity?: string;
  /** Name of the global variable that the script assigns. */
  globalName: string;
  timeoutMs: number;
}

/** An entry that could not be had, with the reason. */
export class EntryError extends Error {
  override name = 'EntryError';
  constructor(
    readonly kind: LoadFaultKind,
    message: string,
  ) {
    super(message);
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'get' in value && 'init' in value;
}

async function sha384(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** A script's error event says nothing of its cause, so the file is looked at once more. */
async function causeOf({ url, integrity, timeoutMs }: EntryRequest): Promise<EntryError> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), cache: 'no-cache' });
    if (!response.ok) return new EntryError('network', `answered with ${response.status}`);
    const type = response.headers.get('content-type') ?? '';
    if (!/javascript/.test(type)) return new EntryError('network', `served as ${type || 'nothing'}, not as a script`);
    if (integrity === undefined)
      return new EntryError('network', 'the script could not be fetched, though the file is there now');
    // `crypto.subtle` is there in secure contexts only.
    if (globalThis.crypto?.subtle && (await sha384(await response.arrayBuffer())) === integrity) {
      return new EntryError('network', 'the script could not be fetched, though the file is there now');
    }
    return new EntryError('integrity', `the file is not the one with ${integrity}`);
  } catch (error) {
    return new EntryError('network', `could not be fetched: ${String(error)}`);
  }
}

/**
 * Runs a remote's entry and gives its container.
 * @throws EntryError of kind network, timeout, integrity or evaluation
 */
export function loadEntryScript(request: EntryRequest): Promise<Container> {
  const { url, integrity, globalName, timeoutMs } = request;
  const globals = globalThis as unknown as Record<string, unknown>;
  // A container that an earlier attempt left would be taken for this one's.
  globals[globalName] = undefined;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.crossOrigin = 'anonymous';
  if (integrity !== undefined) script.integrity = integrity;
  return new Promise<Container>((resolve, reject) => {
    let thrown: string | undefined;
    const onThrow = (event: ErrorEvent) => {
      if (event.filename !== script.src) return;
      thrown = event.message;
      // It is reported as the entry's failure, not as one of code that had started.
      event.stopImmediatePropagation();
    };
    const timer = setTimeout(
      () => finish(() => reject(new EntryError('timeout', `no answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('error', onThrow, { capture: true });
      script.remove();
      settle();
    };
    script.addEventListener('load', () =>
      finish(() => {
        const container = globals[globalName];
        if (thrown !== undefined) reject(new EntryError('evaluation', thrown));
        else if (isContainer(container)) resolve(container);
        else reject(new EntryError('evaluation', `the script left no container in ${globalName}`));
      }),
    );
    script.addEventListener('error', () => finish(() => void causeOf(request).then(reject)));
    window.addEventListener('error', onThrow, { capture: true });
    document.head.append(script);
  });
}
