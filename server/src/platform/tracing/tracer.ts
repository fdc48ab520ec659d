/** Attributes of a span, with names of the OpenTelemetry conventions. They contain no personal data, values or secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface NewSpan {
  /** A name with few different values, such as a method with a route pattern. */
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** The span that caused this span, as a W3C `traceparent`. Default: the running span, or none. */
  traceparent?: string;
}

/** A span that has started. */
export interface Span {
  /** Runs a function. Spans that it starts, also later in asynchronous calls, become children of this span. */
  run: <T>(work: () => T) => T;
  /** Ends the span. An error marks it as failed; only its code or class is recorded, because messages can contain values. */
  end: (attributes?: SpanAttributes, error?: unknown) => void;
}

export interface Statement {
  /** The text with placeholders instead of values. */
  sql: string;
  durationMs: number;
  error?: unknown;
}

/** Records what the server does as traces. */
export interface Tracer {
  startSpan: (span: NewSpan) => Span;
  /** Records a statement that has just ended as a child of the running span. Without a running span, nothing is recorded. */
  recordStatement: (statement: Statement) => void;
  /** The id of the running span's trace. */
  getTraceId: () => string | undefined;
  /** The running span as a W3C `traceparent`, to continue its trace in another process. */
  getTraceparent: () => string | undefined;
  /** Sends the recorded spans. Resolves after a few seconds at most. */
  stop: () => Promise<void>;
}

let activeTracer: Tracer | null = null;

/** Returns the tracer of this process. Null if traces are off, which is the default. */
export function getTracer(): Tracer | null {
  return activeTracer;
}

/** Sets the tracer of this process, before the database is opened. */
export function setTracer(tracer: Tracer | null): void {
  activeTracer = tracer;
}

/** Runs the work in a span, if traces are on. `describe` returns attributes of the result. */
export async function inSpan<T>(span: NewSpan, work: () => Promise<T>, describe?: (result: T) => SpanAttributes): Promise<T> {
  const startedSpan = activeTracer?.startSpan(span);
  if (!startedSpan) return work();
  try {
    const result = await startedSpan.run(work);
    startedSpan.end(describe?.(result));
    return result;
  } catch (error) {
    startedSpan.end({}, error);
    throw error;
  }
}
