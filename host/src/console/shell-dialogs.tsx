import { collectLogoutWarnings } from '@console/shared-auth';
import { ConfirmDialog, Dialog, DialogBody, DialogContent, DialogSurface, Input, SkeletonRows } from '@console/shared-ui/basics';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { logoutEverywhere } from '../logout/logout-everywhere';
import { consoleMessages } from './console-messages';
import { ShellCommandsContext } from '../layout/shell-commands';
import { useShellKeys } from './use-shell-keys';

const loadPalette = async () => ({ default: (await import('../palette/palette')).Palette });
const loadAbout = async () => ({ default: (await import('../about/about-dialog')).AboutDialog });
const loadDiagnostics = async () => ({ default: (await import('../diagnostics/diagnostics-dialog')).DiagnosticsDialog });
const loadCreateWorkspace = async () => ({ default: (await import('./create-workspace-dialog')).CreateWorkspaceDialog });
const Palette = lazy(loadPalette);
const CreateWorkspaceDialog = lazy(loadCreateWorkspace);
const AboutDialog = lazy(loadAbout);
const DiagnosticsDialog = lazy(loadDiagnostics);

type ShellDialogState =
  | { kind: 'palette' | 'about' | 'diagnostics' | 'create-workspace' }
  | { kind: 'logout'; warnings: readonly string[] }
  | null;

/** The dialogs of the application shell, and the commands that open them. The code of a dialog is loaded when it opens. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [openDialog, setOpenDialog] = useState<ShellDialogState>(null);
  const opener = useRef<HTMLElement | null>(null);
  /** Text typed while the palette was loading. */
  const typedText = useRef('');

  const showDialog = useCallback((newDialog: ShellDialogState) => {
    // If a dialog opens another dialog, keep the element that opened the first dialog: it gets the focus back at the end.
    opener.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
    typedText.current = '';
    setOpenDialog(newDialog);
  }, []);
  const getTypedText = useCallback(() => typedText.current, []);
  const closeDialog = useCallback((keepFocus = false) => {
    if (keepFocus) opener.current = null;
    setOpenDialog(null);
  }, []);
  useEffect(() => {
    if (openDialog !== null) return;
    opener.current?.focus();
    opener.current = null;
  }, [openDialog]);

  const commands = useMemo(
    () => ({
      openPalette: () => showDialog({ kind: 'palette' }),
      openAbout: () => showDialog({ kind: 'about' }),
      openDiagnostics: () => showDialog({ kind: 'diagnostics' }),
      openCreateWorkspace: () => showDialog({ kind: 'create-workspace' }),
      requestLogout: async () => {
        const warnings = await collectLogoutWarnings();
        if (warnings.length > 0) return showDialog({ kind: 'logout', warnings });
        await logoutEverywhere();
      },
    }),
    [showDialog],
  );
  useShellKeys(commands);
  useEffect(() => {
    // Prefetch the palette. Safari has no idle callback and loads it on first use.
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(() => void loadPalette().catch(() => undefined));
    return () => cancelIdleCallback(handle);
  }, []);

  return (
    <ShellCommandsContext value={commands}>
      {children}
      <Suspense
        fallback={
          <LoadingDialog
            onClose={() => closeDialog()}
            onType={openDialog?.kind === 'palette' ? (text) => (typedText.current = text) : undefined}
          />
        }
      >
        {openDialog?.kind === 'palette' && <Palette onClose={closeDialog} getTypedText={getTypedText} />}
        {openDialog?.kind === 'create-workspace' && <CreateWorkspaceDialog onClose={() => closeDialog()} />}
        {openDialog?.kind === 'about' && <AboutDialog onClose={() => closeDialog()} />}
        {openDialog?.kind === 'diagnostics' && <DiagnosticsDialog onClose={() => closeDialog()} />}
      </Suspense>
      <ConfirmDialog
        open={openDialog?.kind === 'logout'}
        title={consoleMessages.logoutDialog.title}
        confirmLabel={consoleMessages.logoutDialog.confirm}
        cancelLabel={consoleMessages.logoutDialog.cancel}
        onConfirm={() => void logoutEverywhere()}
        onCancel={() => closeDialog()}
      >
        {openDialog?.kind === 'logout' && openDialog.warnings.join(' ')}
      </ConfirmDialog>
    </ShellCommandsContext>
  );
}

interface LoadingDialogProps {
  onClose: () => void;
  /** Set if the dialog starts with a text field. Receives the text typed while the dialog is loading. */
  onType?: (text: string) => void;
}

function LoadingDialog({ onClose, onType }: LoadingDialogProps) {
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface aria-label={consoleMessages.loadingDialog}>
        <DialogBody>
          <DialogContent>
            {onType && (
              <Input
                autoFocus
                aria-label={consoleMessages.loadingDialog}
                autoComplete="off"
                style={{ width: '100%' }}
                onChange={(_, { value }) => onType(value)}
              />
            )}
            <SkeletonRows rows={4} label={consoleMessages.loadingDialog} />
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
