import { useRole, useSeesWorkspace, useWorkspace } from '@console/shared-auth';
import type { StorageUse, WorkspaceSettings } from '@console/shared-contract/api';
import {
  Button,
  CopyButton,
  EditIcon,
  Facts,
  formatBytes,
  formatDateTime,
  makeStyles,
  Permitted,
  Section,
  TextLink,
  tokens,
} from '@console/shared-ui/basics';
import { DialogSlot, QueryState, useDialog } from '@console/shared-ui/pages';
import { getServiceName } from '../../federation-view/services';
import { layoutMessages } from '../../layout/layout-messages';
import { settingsMessages } from '../settings-messages';
import { useWorkspaceSettings } from '../settings.queries';
import { EditSettingsDialog } from './edit-settings-dialog';

const generalMessages = settingsMessages.general;
const COUNTS = ['members', 'images', 'tasks', 'jobs', 'groups', 'products', 'models'] as const;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  links: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXL },
});

/** Name, services, privacy, contents and storage of the workspace. The owner can edit the settings. */
export function GeneralSection() {
  const styles = useStyles();
  const settings = useWorkspaceSettings();
  const seesWorkspace = useSeesWorkspace();
  const dialog = useDialog<WorkspaceSettings>();
  return (
    <QueryState query={settings} failed={generalMessages.failed}>
      {(row) => (
        <>
          <Section
            title={generalMessages.title}
            actions={
              <Permitted<'PATCH /account/v2/workspace/{id}/'> permission="own">
                <Button icon={<EditIcon />} onClick={() => dialog.open(row)}>
                  {generalMessages.edit}
                </Button>
              </Permitted>
            }
          >
            <WorkspaceFacts settings={row} />
          </Section>
          <div className={styles.columns}>
            <Section title={generalMessages.contents}>
              <Facts
                values={Object.fromEntries(
                  COUNTS.map((name) => [generalMessages.counts[name], row.counts[name].toLocaleString('en')]),
                )}
              />
            </Section>
            <Section title={generalMessages.storage}>
              <StorageFacts storage={row.storage} />
            </Section>
          </div>
          {seesWorkspace && (
            <Section title={generalMessages.links}>
              <nav aria-label={generalMessages.links} className={styles.links}>
                <TextLink to="/activity">{layoutMessages.activity}</TextLink>
                <TextLink to="/deleted">{layoutMessages.deleted}</TextLink>
              </nav>
            </Section>
          )}
          <DialogSlot dialog={dialog}>{(opened, close) => <EditSettingsDialog settings={opened} onClose={close} />}</DialogSlot>
        </>
      )}
    </QueryState>
  );
}

function WorkspaceFacts({ settings }: { settings: WorkspaceSettings }) {
  const role = useRole();
  const { workspace } = useWorkspace();
  const { id, name, owner, created, services, statistics_visibility: visibility, annotator_access } = settings;
  const serviceNames = [...new Set(services.map(getServiceName))];
  return (
    <Facts
      values={{
        [generalMessages.name]: name,
        [generalMessages.id]: (
          <>
            {id} <CopyButton text={id} what={generalMessages.id} />
          </>
        ),
        [generalMessages.owner]: owner?.username ?? generalMessages.noOwner,
        [generalMessages.yourRole]: role && settingsMessages.roles(role),
        [generalMessages.created]: formatDateTime(created),
        [generalMessages.services]: serviceNames.join(', ') || generalMessages.noServices,
        [generalMessages.visibility]: generalMessages.visibilities[visibility],
        [generalMessages.annotatorAccess]: generalMessages.annotatorAccesses[annotator_access],
        [generalMessages.blur]: workspace?.blur_images ? generalMessages.blurred : generalMessages.notBlurred,
      }}
    />
  );
}

function StorageFacts({ storage: { images, products, models, measured } }: { storage: StorageUse }) {
  if (measured === null) return generalMessages.notMeasured;
  const names = generalMessages.storageRows;
  return (
    <Facts
      values={{
        [names.images]: formatBytes(images),
        [names.products]: formatBytes(products),
        [names.models]: formatBytes(models),
        [names.total]: formatBytes(images + products + models),
        [names.measured]: formatDateTime(measured),
      }}
    />
  );
}
