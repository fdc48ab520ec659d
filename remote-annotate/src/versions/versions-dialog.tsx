import type { Dataset } from '@console/shared-contract/api';
import { ArrowLeftIcon, Button, ConfirmDialog, makeStyles, MergeIcon, Permitted, Text, tokens } from '@console/shared-ui/basics';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { isId, type ExchangeState } from '../exchange/exchange-url-params';
import { WideDialog } from '../exchange/wide-dialog';
import { exchangeMessages } from '../exchange/exchange-messages';
import type { ImageSelection } from '../exchange/image-selection';
import { ExportDialog } from '../export/export-dialog';
import { versionsMessages as texts } from './versions-messages';
import { CompareMoments } from './compare-moments';
import { CompareVersions } from './compare-versions';
import { CreateVersion } from './create-version';
import { getVersionName } from './version-name';
import { VersionList } from './version-list';
import { deleteVersion, useVersions, refreshVersions } from './versions.queries';

const useStyles = makeStyles({
  start: { alignSelf: 'flex-start' },
  muted: { color: tokens.colorNeutralForeground3 },
});

const CLOSED_DIALOG_VALUES = { versions: '', since: '', compareFrom: '', compareTo: '' };

interface VersionsDialogProps {
  state: Pick<ExchangeState, 'values' | 'set'>;
  imageSelection: ImageSelection | null;
}

/** The dialog that creates, lists, exports and compares dataset versions. */
export function VersionsDialog({ state: { values, set }, imageSelection }: VersionsDialogProps) {
  const styles = useStyles();
  const versions = useVersions();
  const [versionToExport, setVersionToExport] = useState<Dataset | null>(null);
  const [versionToDelete, setVersionToDelete] = useState<Dataset | null>(null);
  const deleteWrite = useWrite({ send: ({ id }: Dataset) => deleteVersion(id), failure: texts.removeFailed });
  const closeDialog = () => set(CLOSED_DIALOG_VALUES);

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
        busy={deleteWrite.isPending}
        onCancel={() => setVersionToDelete(null)}
        onConfirm={() => {
          void deleteWrite.send(versionToDelete).then(() => {
            setVersionToDelete(null);
            return refreshVersions();
          });
        }}
      >
        {texts.removeText}
      </ConfirmDialog>
    );
  const comparedVersion = isId(values.versions) ? values.versions : null;
  if (comparedVersion !== null || values.versions === 'dates' || values.versions === 'training')
    return (
      <WideDialog title={comparedVersion === null ? texts.compareOther : texts.compareTitle} onClose={closeDialog}>
        <Button
          className={styles.start}
          icon={<ArrowLeftIcon />}
          appearance="subtle"
          onClick={() => set({ ...CLOSED_DIALOG_VALUES, versions: 'list' })}
        >
          {exchangeMessages.back}
        </Button>
        <QueryState query={versions} failed={texts.failed}>
          {(data) =>
            comparedVersion !== null ? (
              <CompareVersions versions={data} id={comparedVersion} since={values.since} onChange={set} />
            ) : (
              <CompareMoments versions={data} values={values} set={set} />
            )
          }
        </QueryState>
      </WideDialog>
    );
  return (
    <WideDialog title={texts.title} onClose={closeDialog}>
      <Text className={styles.muted}>{texts.intro}</Text>
      {imageSelection && (
        <Permitted<'POST /recognition/v2/dataset/'> permission="manage">
          <CreateVersion imageSelection={imageSelection} />
        </Permitted>
      )}
      <Button className={styles.start} icon={<MergeIcon />} onClick={() => set({ versions: 'dates' })}>
        {texts.compareOther}
      </Button>
      <VersionList
        onExport={setVersionToExport}
        onCompare={({ id }) => set({ versions: id, since: '' })}
        onDelete={setVersionToDelete}
      />
    </WideDialog>
  );
}
