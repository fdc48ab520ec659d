import { z } from 'zod';
import { flag, httpUrl } from './fields';

/** The settings of OpenTelemetry that the server reads itself. The SDK reads further settings from the environment. */
export const traceFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be http/protobuf or http/json' })
    .default('http/protobuf'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
  OTEL_SDK_DISABLED: flag(false),
};

/** Settings of traces. The SDK itself reads the destination of traces from the environment. */
export interface TraceSettings {
  protocol: 'http/protobuf' | 'http/json';
}

/** Returns null if no collector is set, or traces are turned off. */
export function getTraceSettings(env: z.output<z.ZodObject<typeof traceFields>>): TraceSettings | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none') return null;
  return { protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL };
}
