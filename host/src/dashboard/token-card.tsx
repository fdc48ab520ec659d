import { api, useWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import {
  Button,
  CopyButton,
  DashboardCard,
  ErrorState,
  HideIcon,
  KeyIcon,
  makeStyles,
  ShowIcon,
  SkeletonItem,
  tokens,
  Tooltip,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { tokenMessages } from './token-messages';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, margin: 0 },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, margin: 0, minHeight: '28px' },
  code: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The mask has a fixed length, so that it does not reveal the length of the token. */
const mask = '•'.repeat(24);

/** Dashboard card with the API token and the workspace id, which programs need to call the API. */
export function TokenCard() {
  const styles = useStyles();
  const { workspaceId } = useWorkspace();
  const [isShown, setIsShown] = useState(false);
  const { data, error, refetch } = useWorkspaceQuery({
    key: ['account', 'token'],
    load: ({ signal }) => api.call('GET /account/v2/token/', { signal }),
  });
  const revealLabel = isShown ? tokenMessages.hide : tokenMessages.reveal;
  return (
    <DashboardCard title={tokenMessages.title} icon={<KeyIcon />}>
      <dl className={styles.fields}>
        <div>
          <dt className={styles.label}>{tokenMessages.token}</dt>
          <dd className={styles.row}>
            {error && !data ? (
              <ErrorState title={tokenMessages.failed} error={error} onRetry={() => void refetch()} />
            ) : (
              <>
                <span className={styles.code} data-testid="api-token">
                  {data ? isShown ? data.token : mask : <SkeletonItem />}
                </span>
                <Tooltip content={revealLabel} relationship="label">
                  <Button
                    appearance="subtle"
                    size="small"
                    icon={isShown ? <HideIcon /> : <ShowIcon />}
                    disabledFocusable={!data}
                    onClick={() => setIsShown(!isShown)}
                  />
                </Tooltip>
                <CopyButton text={data?.token ?? ''} what={tokenMessages.copyToken} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt className={styles.label}>{tokenMessages.workspaceId}</dt>
          <dd className={styles.row}>
            <span className={styles.code}>{workspaceId}</span>
            <CopyButton text={workspaceId ?? ''} what={tokenMessages.copyWorkspaceId} />
          </dd>
        </div>
      </dl>
    </DashboardCard>
  );
}
