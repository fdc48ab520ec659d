import type { Dataset } from '@console/shared-contract/api';
import { ArrowLeftIcon, Button, ConfirmDialog, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { QueryState, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { isId, type ExchangeState } from '../exchange/exchange-address';
import { WideDialog } from '../exchange/wide-dialog';
import { exchangeMessages } from '../exchange/exchange-messages';
import type { Taken } from '../exchange/taken';
import { ExportDialog } from '../export/export-dialog';
import { versionsMessages as words } from './versions-messages';
import { CompareVersions } from './compare-versions';
import { MakeVersion } from './make-version';
import { nameOf } from './version-name';
import { VersionList } from './version-list';
import { deleteVersion, useVersions, versionsChanged } from './versions.queries';

const useStyles = makeStyles({
  back: { alignSelf: 'flex-start' },
  muted: { color: tokens.colorNeutralForeground3 },
});

export interface VersionsDialogProps {
  state: Pick<ExchangeState, 'values' | 'set'>;
  taken: Taken | null;
}

/** The dialog that creates, lists, exports and compares dataset versions. */
export function VersionsDialog({ state: { values, set }, taken }: VersionsDialogProps) {
  const styles = useStyles();
  const versions = useVersions();
  const [exported, setExported] = useState<Dataset | null>(null);
  const [leaving, setLeaving] = useState<Dataset | null>(null);
  const remove = useWrite({ send: ({ id }: Dataset) => deleteVersion(id), failure: words.removeFailed });
  const close = () => set({ versions: '', since: '' });

  // Only one dialog is open at a time, because focus handling of nested dialogs is fragile.
  if (exported)
    return (
      <ExportDialog
        what={{ version: exported.id, name: nameOf(exported), total: exported.pictures, deleted: exported.deleted }}
        onClose={() => setExported(null)}
      />
    );
  if (leaving)
    return (
      <ConfirmDialog
        open
        danger
        title={words.removeTitle(nameOf(leaving))}
        confirmLabel={words.remove}
        busy={remove.isPending}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          void remove.send(leaving).then(() => {
            setLeaving(null);
            return versionsChanged();
          });
        }}
      >
        {words.removeText}
      </ConfirmDialog>
    );
  if (isId(values.versions))
    return (
      <WideDialog title={words.compareTitle} onClose={close}>
        <Button
          className={styles.back}
          icon={<ArrowLeftIcon />}
          appearance="subtle"
          onClick={() => set({ versions: 'list', since: '' })}
        >
          {exchangeMessages.back}
        </Button>
        <QueryState query={versions} failed={words.failed}>
          {(data) => <CompareVersions versions={data} id={values.versions} since={values.since} onChange={set} />}
        </QueryState>
      </WideDialog>
    );
  return (
    <WideDialog title={words.title} onClose={close}>
      <Text className={styles.muted}>{words.about}</Text>
      {taken && <MakeVersion taken={taken} />}
      <VersionList onExport={setExported} onCompare={({ id }) => set({ versions: id, since: '' })} onDelete={setLeaving} />
    </WideDialog>
  );
}
