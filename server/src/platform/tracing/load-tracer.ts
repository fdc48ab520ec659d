import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TraceSettings } from '../config/traces';
import type { Tracer } from './tracer';

interface TracingBundle {
  createTracer: (settings: TraceSettings) => Tracer;
}

/** Loads the OpenTelemetry SDK, which is a separate bundle, and starts to send traces. */
export function loadTracer(settings: TraceSettings): Tracer {
  // V8 supports no dynamic import in a bundle with a code cache.
  const bundle = createRequire(__filename)(join(__dirname, 'tracing.cjs')) as TracingBundle;
  return bundle.createTracer(settings);
}
