import type { DeliveryState, EventKind, WebhookProblem } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/basics';

const kindNames: Record<EventKind, string> = {
  'image.created': 'Image added',
  'image.verified': 'Image verified',
  'job.completed': 'Job completed',
  'job.item_sent_back': 'Item of a job sent back',
  'training.finished': 'Training finished',
  'training.failed': 'Training failed',
  'import.finished': 'Import finished',
  'export.finished': 'Export finished',
  'model.promoted': 'Model became the current one of its task',
};

const stateNames: Record<DeliveryState, string> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' };

const problemTexts: Record<WebhookProblem, string> = {
  gone: 'Disabled: the receiver responded that it is gone (410)',
  failing: 'Disabled: no delivery has succeeded for five days',
};

/** Interface text of webhooks. */
export const webhookMessages = {
  title: 'Webhooks',
  intro:
    'The server sends the events of this workspace to a URL of your choice. Each message is signed with the secret of the webhook.',
  guide: 'Receive webhooks',
  columns: { name: 'Name', url: 'URL', kinds: 'Events', state: 'State' },
  kinds: kindNames,
  countKinds: (count: number) => formatCount(count, 'event', 'events'),
  enabled: 'Enabled',
  disabled: 'Disabled',
  problems: problemTexts,
  failing: (since: string) => `Failing since ${since}`,
  bothSecrets: (until: string) => `Two secrets until ${until}`,
  none: 'No webhooks yet.',

  create: 'New webhook',
  createTitle: 'Create webhook',
  createSubmit: 'Create webhook',
  createFailed: "Couldn't create the webhook.",
  edit: 'Edit webhook',
  editTitle: (name: string) => `Edit ${name}`,
  editSubmit: 'Save',
  saved: 'Webhook saved.',
  saveFailed: "Couldn't save the webhook.",
  name: 'Name',
  nameRequired: 'Enter a name.',
  url: 'URL',
  urlHint: 'An https URL with a public address.',
  urlRequired: 'Enter a URL.',
  selectKinds: 'Events',
  kindsRequired: 'Select at least one event.',
  isEnabled: 'Send events',

  secretTitle: 'Secret of the webhook',
  secretHint: 'Copy the secret to the receiver now. It is not shown again.',
  secret: 'Secret',
  rotate: 'Create new secret',
  rotateTitle: (name: string) => `Create a new secret for ${name}?`,
  rotateText: 'For 24 hours, messages are signed with the previous secret, too. Change the secret of the receiver in that time.',
  rotateFailed: "Couldn't create the secret.",

  test: 'Send test event',
  testSent: 'Test event sent. The deliveries show the response.',
  testFailed: "Couldn't send the test event.",

  delete: 'Delete webhook',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'Waiting deliveries are not sent. The list of deliveries is deleted, too.',
  deleted: 'Webhook deleted.',
  deleteFailed: "Couldn't delete the webhook.",

  deliveries: {
    title: (name: string) => `Deliveries to ${name}`,
    show: 'Show deliveries',
    close: 'Close deliveries',
    columns: {
      kind: 'Event',
      created: 'Created',
      state: 'State',
      response: 'Response',
      attempts: 'Attempts',
      duration: 'Duration',
    },
    test: 'Test',
    states: stateNames,
    state: 'State',
    allStates: 'All states',
    nextAttempt: (time: string) => `Waiting until ${time}`,
    duration: (milliseconds: number) => `${milliseconds} ms`,
    none: 'No deliveries in the last 30 days.',
    noMatch: 'No deliveries match this filter.',
    replay: 'Send again',
    replayed: 'The delivery is sent again.',
    replayFailed: "Couldn't send the delivery again.",
    detailsTitle: (kind: string) => `Delivery: ${kind}`,
    details: 'Show details',
    id: 'ID',
    attempted: 'Last attempt',
    status: 'Status',
    error: 'Error',
    body: 'Message',
    response: 'Response',
    noResponse: 'None',
  },
} as const;
