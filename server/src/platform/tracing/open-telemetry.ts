// The OpenTelemetry SDK. This module is a separate bundle (build.mjs), loaded by `loadTracer`: do not import it elsewhere.
import { randomUUID } from 'node:crypto';
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { PRODUCT_VERSION } from '../config/product-version';
import type { TraceSettings } from '../config/traces';
import { describeStatement } from './statement';
import type { NewSpan, Span, SpanAttributes, Statement, Tracer } from './tracer';

const TRACER_NAME = 'annotation-console';
const SPAN_KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
/** Maximum number of recorded statements of a request or job. An import runs millions of them. */
const MAX_STATEMENTS_PER_SPAN = 500;
/** Maximum time for which a stopping server waits for the collector. */
const STOP_TIMEOUT_MS = 3_000;
const REPORT_INTERVAL_MS = 600_000;

/** Starts the SDK. It sends spans in the background, and drops them if the collector is unreachable or too slow. */
export function createTracer({ protocol }: TraceSettings): Tracer {
  diag.setLogger(createFailureReport(), DiagLogLevel.ERROR);
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': TRACER_NAME,
      'service.version': PRODUCT_VERSION,
      'service.instance.id': randomUUID(),
    })
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes(process.env.OTEL_SERVICE_NAME ? { 'service.name': process.env.OTEL_SERVICE_NAME } : {})),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = provider.getTracer(TRACER_NAME, PRODUCT_VERSION);
  const statementCounts = new WeakMap<OtelSpan, number>();

  const startSpan = ({ name, kind, attributes, traceparent }: NewSpan): Span => {
    const parent = traceparent === undefined ? context.active() : readTraceparent(traceparent);
    const span = tracer.startSpan(name, { kind: SPAN_KINDS[kind], attributes }, parent);
    const spanContext = trace.setSpan(parent, span);
    return {
      run: (work) => context.with(spanContext, work),
      end: (results, error) => endSpan(span, results, error),
    };
  };

  const recordStatement = ({ sql, durationMs, error }: Statement): void => {
    const parent = trace.getActiveSpan();
    if (!parent?.isRecording()) return;
    const count = (statementCounts.get(parent) ?? 0) + 1;
    statementCounts.set(parent, count);
    if (count > MAX_STATEMENTS_PER_SPAN) return;
    const endTime = Date.now();
    const { summary, text } = describeStatement(sql);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.query.text': text };
    const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, startTime: endTime - durationMs, attributes });
    endSpan(span, {}, error, endTime);
  };

  return {
    startSpan,
    recordStatement,
    getTraceId: () => trace.getActiveSpan()?.spanContext().traceId,
    getTraceparent: () => {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
    stop: async () => {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

function readTraceparent(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

function endSpan(span: OtelSpan, attributes: SpanAttributes = {}, error?: unknown, endTime?: number): void {
  span.setAttributes(attributes);
  if (error !== undefined) {
    span.setAttribute('error.type', getErrorType(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(endTime);
}

function getErrorType(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

/** Prints failures of the export as warnings, but not every failure while the collector is unreachable. */
function createFailureReport() {
  let lastReport = Number.NEGATIVE_INFINITY;
  const ignore = () => undefined;
  return {
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
    error: (message: string) => {
      if (performance.now() - lastReport < REPORT_INTERVAL_MS) return;
      lastReport = performance.now();
      console.error(`Warning: traces cannot be sent: ${message.slice(0, 500)}`);
    },
  };
}
