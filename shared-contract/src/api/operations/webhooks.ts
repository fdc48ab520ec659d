import { z } from 'zod';
import { MAX_WEBHOOK_URL } from '../../limits';
import { defineCalls } from '../base/core';
import { EventKind } from './events';
import { Id, Json, ListQuery, Name, Page, Text, Timestamp, WorkspaceBody } from '../base/primitives';

/**
 * Why the server has disabled a webhook. `gone`: the receiver responded with 410. `failing`: no delivery has succeeded for several days.
 */
export const WebhookProblem = z.enum(['gone', 'failing']);
export type WebhookProblem = z.output<typeof WebhookProblem>;

/** A URL to which the server sends the events of a workspace, signed as defined by Standard Webhooks. */
export const Webhook = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  url: z.string(),
  kinds: z.array(EventKind),
  enabled: z.boolean(),
  /** Null unless the server has disabled the webhook. */
  problem: WebhookProblem.nullable(),
  /** Time of the first failed attempt since the last successful delivery. Null if the last attempt succeeded. */
  failing_since: Timestamp.nullable(),
  /** Time until which deliveries are also signed with the previous secret. Null if only one secret is valid. */
  previous_secret_expires: Timestamp.nullable(),
  created: Timestamp,
});
export type Webhook = z.output<typeof Webhook>;

const secretField = {
  secret: z.string().describe('The key of the signatures, as `whsec_` and base64. It is shown only once'),
};

export const WebhookWithSecret = Webhook.extend(secretField);
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

/** `waiting`: not sent yet, or waiting for another attempt after a failure. `failed`: no further attempts. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.output<typeof DeliveryState>;

/** One event for one webhook, with the last attempt to send it. */
export const WebhookDelivery = z.object({
  /** Identical in all attempts. It is sent in the header `webhook-id`, so that receivers recognize repetitions. */
  id: Id,
  webhook: Id,
  kind: z.union([EventKind, z.literal('test')]),
  /** The body of the request. */
  payload: Json,
  created: Timestamp,
  state: DeliveryState,
  attempts: z.number().int(),
  /** Time of the last attempt. Null before the first attempt. */
  attempted: Timestamp.nullable(),
  /** Time of the next attempt. Null if the delivery is not waiting. */
  next_attempt: Timestamp.nullable(),
  /** Status of the response. Null without a response. */
  status: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  /** The first 2 kB of the response. */
  response: z.string().nullable(),
  /** Why the last attempt has failed. */
  error: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const webhookFields = {
  name: Name(1, 'Enter a name'),
  url: Text(MAX_WEBHOOK_URL),
  kinds: z.array(EventKind).min(1, 'Select at least one event').max(EventKind.options.length),
};

export const webhookCalls = defineCalls({
  'GET /webhooks/v2/webhook/': {
    summary: 'The webhooks of a workspace, newest first',
    permission: 'own',
    query: z.object(ListQuery),
    response: Page(Webhook),
  },
  'POST /webhooks/v2/webhook/': {
    summary: 'Create a webhook',
    permission: 'own',
    secret: true,
    body: z.object({ ...webhookFields, ...WorkspaceBody }),
    response: WebhookWithSecret,
    status: 201,
  },
  'PATCH /webhooks/v2/webhook/{id}': {
    summary: 'Change, enable or disable a webhook. Waiting deliveries of a disabled webhook fail',
    permission: 'own',
    body: z.object({ ...webhookFields, enabled: z.boolean() }).partial(),
    response: Webhook,
  },
  'DELETE /webhooks/v2/webhook/{id}': {
    summary: 'Delete a webhook with its deliveries',
    permission: 'own',
  },
  'POST /webhooks/v2/webhook/{id}/rotate-secret': {
    summary: 'Create a new secret. For 24 hours, deliveries are signed with the previous one, too',
    permission: 'own',
    secret: true,
    response: WebhookWithSecret,
  },
  'POST /webhooks/v2/webhook/{id}/test': {
    summary: 'Send an event of the kind `test`, once',
    permission: 'own',
    response: WebhookDelivery,
    status: 201,
  },
  'GET /webhooks/v2/webhook/{id}/delivery/': {
    summary: 'The deliveries of a webhook in the last 30 days, newest first',
    permission: 'own',
    query: z.object({ ...ListQuery, state: DeliveryState.optional() }),
    response: Page(WebhookDelivery),
  },
  'POST /webhooks/v2/delivery/{id}/replay': {
    summary: 'Send a delivery again, or a waiting one now',
    permission: 'own',
    response: WebhookDelivery,
  },
});
