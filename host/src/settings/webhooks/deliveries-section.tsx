import { api, permissionOf } from '@console/shared-auth';
import type { Webhook, WebhookDelivery } from '@console/shared-contract/api';
import {
  Button,
  CloseIcon,
  ContentDialog,
  Facts,
  formatDateTime,
  InfoIcon,
  makeStyles,
  RefreshIcon,
  tokens,
} from '@console/shared-ui/basics';
import { ListSection, SelectFilter } from '@console/shared-ui/list-section';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useCallback } from 'react';
import { webhookMessages } from './webhook-messages';
import { ALL_STATES, DELIVERY_STATES, refreshWebhooks, useDeliveryList, useRowCall } from './webhooks.queries';

const deliveryMessages = webhookMessages.deliveries;
const { columns: headers, states } = deliveryMessages;
const stateChoices = [
  { value: ALL_STATES, label: deliveryMessages.allStates },
  ...DELIVERY_STATES.map((value) => ({ value, label: states[value] })),
];

const describeKind = ({ kind }: WebhookDelivery) => (kind === 'test' ? deliveryMessages.test : webhookMessages.kinds[kind]);

function describeState({ state, attempts, next_attempt: nextAttempt }: WebhookDelivery): string {
  return attempts > 0 && nextAttempt ? deliveryMessages.nextAttempt(formatDateTime(nextAttempt)) : states[state];
}

const columns: readonly Column<WebhookDelivery>[] = [
  { id: 'kind', header: headers.kind, cell: describeKind },
  { id: 'created', header: headers.created, cell: ({ created }) => formatDateTime(created), width: '150px' },
  { id: 'state', header: headers.state, cell: describeState },
  { id: 'response', header: headers.response, cell: ({ status, error }) => error ?? status },
  { id: 'attempts', header: headers.attempts, cell: ({ attempts }) => attempts, width: '80px', align: 'end' },
  {
    id: 'duration',
    header: headers.duration,
    cell: ({ duration_ms: duration }) => duration !== null && deliveryMessages.duration(duration),
    width: '90px',
    align: 'end',
  },
];

const useStyles = makeStyles({
  filter: { maxWidth: '220px' },
  text: {
    margin: 0,
    padding: tokens.spacingHorizontalS,
    maxHeight: '240px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** The deliveries of a webhook, newest first. Each can be sent again. */
export function DeliveriesSection({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const styles = useStyles();
  const list = useDeliveryList();
  const dialog = useDialog<WebhookDelivery>();
  const callOn = useRowCall();
  const replayWrite = useWrite({
    send: async (id: string) => {
      await api.call('POST /webhooks/v2/delivery/{id}/replay', callOn(id));
      await refreshWebhooks();
    },
    success: { title: deliveryMessages.replayed },
    failure: deliveryMessages.replayFailed,
  });
  const getRowActions = useCallback(
    (delivery: WebhookDelivery): readonly RowAction[] => [
      { label: deliveryMessages.details, icon: <InfoIcon />, onClick: () => dialog.open(delivery) },
      {
        label: deliveryMessages.replay,
        icon: <RefreshIcon />,
        permission: permissionOf<'POST /webhooks/v2/delivery/{id}/replay'>('own'),
        disabled: !webhook.enabled,
        onClick: () => void replayWrite.send(delivery.id),
      },
    ],
    [dialog, replayWrite, webhook.enabled],
  );
  return (
    <ListSection
      title={deliveryMessages.title(webhook.name)}
      hasCount
      list={list}
      columns={columns}
      rowActions={getRowActions}
      actionsWidth="88px"
      onRowClick={dialog.open}
      empty={deliveryMessages.none}
      noMatch={deliveryMessages.noMatch}
      actions={
        <Button icon={<CloseIcon />} onClick={onClose}>
          {deliveryMessages.close}
        </Button>
      }
    >
      <div className={styles.filter}>
        <SelectFilter list={list} name="state" label={deliveryMessages.state} choices={stateChoices} />
      </div>
      <DialogSlot dialog={dialog}>{(delivery, close) => <DeliveryDialog delivery={delivery} onClose={close} />}</DialogSlot>
    </ListSection>
  );
}

function DeliveryDialog({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const styles = useStyles();
  const { id, attempted, status, error, payload, response } = delivery;
  return (
    <ContentDialog title={deliveryMessages.detailsTitle(describeKind(delivery))} isClosePrimary onClose={onClose}>
      <Facts
        values={{
          [deliveryMessages.id]: id,
          [headers.state]: describeState(delivery),
          ...(attempted !== null && { [deliveryMessages.attempted]: formatDateTime(attempted) }),
          ...(status !== null && { [deliveryMessages.status]: status }),
          ...(error !== null && { [deliveryMessages.error]: error }),
        }}
      />
      <strong>{deliveryMessages.body}</strong>
      <pre className={styles.text}>{JSON.stringify(payload, null, 2)}</pre>
      <strong>{deliveryMessages.response}</strong>
      <pre className={styles.text}>{response || deliveryMessages.noResponse}</pre>
    </ContentDialog>
  );
}
