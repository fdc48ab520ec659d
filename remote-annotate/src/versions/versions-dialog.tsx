import type { Dataset } from '@console/shared-contract/api';
import { ArrowLeftIcon, Button, ConfirmDialog, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { isId, type ExchangeState } from '../exchange/exchange-url-params';
import { WideDialog } from '../exchange/wide-dialog';
import { exchangeMessages } from '../exchange/exchange-messages';
import type { ImageSelection } from '../exchange/image-selection';
import { ExportDialog } from '../export/export-dialog';
import { versionsMessages as texts } from './versions-messages';
import { CompareVersions } from './compare-versions';
import { CreateVersion } from './create-version';
import { getVersionName } from './version-name';
import { VersionList } from './version-list';
import { deleteVersion, useVersions, refreshVersions } from './versions.queries';

const useStyles = makeStyles({
  back: { alignSelf: 'flex-start' },
  muted: { color: tokens.colorNeutralForeground3 },
});

export interface VersionsDialogProps {
  state: Pick<ExchangeState, 'values' | 'set'>;
  imageSelection: ImageSelection | null;
}

/** The dialog that creates, lists, exports and compares dataset versions. */
export function VersionsDialog({ state: { values, set }, imageSelection }: VersionsDialogProps) {
  const styles = useStyles();
  const versions = useVersions();
  const [versionToExport, setVersionToExport] = useState<Dataset | null>(null);
  const [versionToDelete, setVersionToDelete] = useState<Dataset | null>(null);
  const remove = useWrite({ send: ({ id }: Dataset) => deleteVersion(id), failure: texts.removeFailed });
  const close = () => set({ versions: '', since: '' });

  // Only one dialog is open at a time, because focus handling of nested dialogs is fragile.
  if (versionToExport)
    return (
      <ExportDialog
        source={{
          version: versionToExport.id,
          name: getVersionName(versionToExport),
          total: versionToExport.pictures,
          deleted: versionToExport.deleted,
        }}
        onClose={() => setVersionToExport(null)}
      />
    );
  if (versionToDelete)
    return (
      <ConfirmDialog
        open
        danger
        title={texts.removeTitle(getVersionName(versionToDelete))}
        confirmLabel={texts.remove}
        busy={remove.isPending}
        onCancel={() => setVersionToDelete(null)}
        onConfirm={() => {
          void remove.send(versionToDelete).then(() => {
            setVersionToDelete(null);
            return refreshVersions();
          });
        }}
      >
        {texts.removeText}
      </ConfirmDialog>
    );
  if (isId(values.versions))
    return (
      <WideDialog title={texts.compareTitle} onClose={close}>
        <Button
          className={styles.back}
          icon={<ArrowLeftIcon />}
          appearance="subtle"
          onClick={() => set({ versions: 'list', since: '' })}
        >
          {exchangeMessages.back}
        </Button>
        <QueryState query={versions} failed={texts.failed}>
          {(data) => <CompareVersions versions={data} id={values.versions} since={values.since} onChange={set} />}
        </QueryState>
      </WideDialog>
    );
  return (
    <WideDialog title={texts.title} onClose={close}>
      <Text className={styles.muted}>{texts.about}</Text>
      {imageSelection && <CreateVersion imageSelection={imageSelection} />}
      <VersionList
        onExport={setVersionToExport}
        onCompare={({ id }) => set({ versions: id, since: '' })}
        onDelete={setVersionToDelete}
      />
    </WideDialog>
  );
}
