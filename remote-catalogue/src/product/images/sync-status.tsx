import type { ProductImage } from '@console/shared-contract/api';
import {
  Caption1,
  makeStyles,
  tokens,
  Tooltip,
  VerifiedFilledIcon,
  WarningFilledIcon,
  WarningIcon,
} from '@console/shared-ui/basics';
import type { ReactElement } from 'react';
import { productPageMessages } from '../../common/product-page-messages';

const productMessages = productPageMessages;
const useStyles = makeStyles({
  icon: { display: 'inline-flex', fontSize: '20px' },
  synced: { color: tokens.colorPaletteGreenForeground1 },
  waiting: { color: tokens.colorPaletteDarkOrangeForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, color: tokens.colorNeutralForeground3 },
  entry: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

type SyncKind = 'synced' | 'waiting' | 'failed';
const getSyncKind = (status: ProductImage['sync_status']): SyncKind =>
  status === 'SYNCED' ? 'synced' : status === 'TO_SYNC' ? 'waiting' : 'failed';
/** The icons for `waiting` and `failed` have the same shape. Only one is filled, so that they also differ without colour. */
const STATUSES: Record<SyncKind, { icon: ReactElement; label: string }> = {
  waiting: { icon: <WarningIcon />, label: productMessages.toSync },
  synced: { icon: <VerifiedFilledIcon />, label: productMessages.synced },
  failed: { icon: <WarningFilledIcon />, label: productMessages.syncFailed },
};

/** Icon for the sync status of an image, with a tooltip. */
export function SyncStatus({ status }: { status: ProductImage['sync_status'] }) {
  const styles = useStyles();
  const kind = getSyncKind(status);
  return (
    <Tooltip content={STATUSES[kind].label} relationship="label">
      <span role="img" className={`${styles.icon} ${styles[kind]}`}>
        {STATUSES[kind].icon}
      </span>
    </Tooltip>
  );
}

/** Legend of the sync status icons, which is shown below the table. */
export function SyncLegend() {
  const styles = useStyles();
  return (
    <Caption1 className={styles.legend}>
      {(['waiting', 'synced', 'failed'] as const).map((kind) => (
        <span key={kind} className={styles.entry}>
          <span aria-hidden className={`${styles.icon} ${styles[kind]}`}>
            {STATUSES[kind].icon}
          </span>
          {STATUSES[kind].label}
        </span>
      ))}
    </Caption1>
  );
}
