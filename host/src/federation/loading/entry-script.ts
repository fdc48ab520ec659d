import type { LoadFaultKind } from '@console/shared-contract/federation';

/** The Module Federation container that the entry script of a remote defines. */
export interface Container {
  get: (expose: string) => () => Promise<unknown>;
  init: (...args: unknown[]) => void | Promise<void>;
}

export interface EntryRequest {
  url: string;
  /** `sha384-...` of the file; undefined for a local development build. */
  integrity?: string;
  /** Name of the global variable that the script assigns. */
  globalName: string;
  timeoutMs: number;
}

/** Thrown when an entry script cannot be loaded. `kind` is the reason. */
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

/** Finds out why a script failed by fetching the file again: a script's error event does not contain the cause. */
async function diagnoseFailure({ url, integrity, timeoutMs }: EntryRequest): Promise<EntryError> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), cache: 'no-cache' });
    if (!response.ok) return new EntryError('network', `responded with status ${response.status}`);
    const contentType = response.headers.get('content-type') ?? '';
    if (!/javascript/.test(contentType))
      return new EntryError('network', `has the content type ${contentType || '(none)'} instead of a script type`);
    if (integrity === undefined)
      return new EntryError('network', 'the script could not be fetched, although the file is available now');
    // `crypto.subtle` exists only in secure contexts.
    if (globalThis.crypto?.subtle && (await sha384(await response.arrayBuffer())) === integrity) {
      return new EntryError('network', 'the script could not be fetched, although the file is available now');
    }
    return new EntryError('integrity', `the file does not match ${integrity}`);
  } catch (error) {
    return new EntryError('network', `could not be fetched: ${String(error)}`);
  }
}

/**
 * Runs the entry script of a remote and returns its container.
 * @throws EntryError of kind network, timeout, integrity or evaluation
 */
export function loadEntryScript(request: EntryRequest): Promise<Container> {
  const { url, integrity, globalName, timeoutMs } = request;
  const globals = globalThis as unknown as Record<string, unknown>;
  // Clear the container of an earlier attempt, which would be mistaken for the new one.
  globals[globalName] = undefined;
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.crossOrigin = 'anonymous';
  if (integrity !== undefined) script.integrity = integrity;
  return new Promise<Container>((resolve, reject) => {
    let thrownMessage: string | undefined;
    const onThrow = (event: ErrorEvent) => {
      if (event.filename !== script.src) return;
      thrownMessage = event.message;
      // Stop the event, because the failure is reported as a failed entry and not as an error of running code.
      event.stopImmediatePropagation();
    };
    const timer = setTimeout(
      () => finish(() => reject(new EntryError('timeout', `no response within ${timeoutMs} ms`))),
      timeoutMs,
    );
    const finish = (complete: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('error', onThrow, { capture: true });
      script.remove();
      complete();
    };
    script.addEventListener('load', () =>
      finish(() => {
        const container = globals[globalName];
        if (thrownMessage !== undefined) reject(new EntryError('evaluation', thrownMessage));
        else if (isContainer(container)) resolve(container);
        else reject(new EntryError('evaluation', `the script did not define the container ${globalName}`));
      }),
    );
    script.addEventListener('error', () => finish(() => void diagnoseFailure(request).then(reject)));
    window.addEventListener('error', onThrow, { capture: true });
    document.head.append(script);
  });
}
