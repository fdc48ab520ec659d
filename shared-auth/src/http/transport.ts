import { ApiError } from './errors';

export interface HttpRequest {
  method: string;
  /** URL of the API without a slash at its end; `path` follows it. */
  baseUrl: string;
  path: string;
  query?: Readonly<Record<string, unknown>>;
  /** Serialised body, or a form, whose content type the browser sets. */
  body?: string | Blob | FormData;
  headers: Readonly<Record<string, string>>;
  /** Timeout in milliseconds; 0 for none. */
  timeout: number;
  signal?: AbortSignal;
  onUploadProgress?: (sentBytes: number, totalBytes: number | undefined) => void;
}

export interface HttpResponse {
  status: number;
  statusText: string;
  /** The parsed body, or the text if it is not JSON. Empty for a response without a body. */
  body: unknown;
  requestId: string | null;
}

/** Sends a request. Rejects with an ApiError of status 0 without a response, and with an AbortError after an abort. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** Returns the URL with the query. A list becomes one parameter per value. Values without content are omitted. */
export function toUrl({ baseUrl, path, query = {} }: Pick<HttpRequest, 'baseUrl' | 'path' | 'query'>): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? `${baseUrl}${path}` : `${baseUrl}${path}?${text}`;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends requests by XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export const sendByXhr: Transport = (request) =>
  new Promise((resolve, reject) => {
    const { method, body, headers, timeout, signal, onUploadProgress } = request;
    const createAbortError = () => new DOMException('The request was aborted.', 'AbortError');
    if (signal?.aborted) return reject(createAbortError());
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal?.addEventListener('abort', abort);
    xhr.open(method, toUrl(request));
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = timeout;
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        statusText: xhr.statusText,
        body: parseBody(xhr.responseText),
        // `getResponseHeader` writes an error to the browser's console if another origin does not expose the header.
        requestId: /^x-request-id: *(.*?)\r?$/im.exec(xhr.getAllResponseHeaders())?.[1] ?? null,
      });
    xhr.onerror = () => reject(new ApiError(0, 'Network Error'));
    xhr.ontimeout = () => reject(new ApiError(0, `timeout of ${timeout}ms exceeded`, null, true));
    xhr.onabort = () => reject(createAbortError());
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    // A listener of an upload makes requests to other origins send a preflight request.
    if (onUploadProgress) {
      xhr.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        onUploadProgress(loaded, lengthComputable ? total : undefined);
    }
    xhr.send(body);
  });
