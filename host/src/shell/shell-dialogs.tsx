import { logout, logoutWarnings } from '@console/shared-auth';
import { ConfirmDialog, Dialog, DialogBody, DialogContent, DialogSurface, SkeletonRows } from '@console/shared-ui/basics';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { ShellCommandsContext } from './shell-commands';
import { usePaletteKey } from './use-palette-key';

const loadPalette = async () => ({ default: (await import('../palette/palette')).Palette });
const loadAbout = async () => ({ default: (await import('../about/about-dialog')).AboutDialog });
const Palette = lazy(loadPalette);
const AboutDialog = lazy(loadAbout);

type Shown = { kind: 'palette' | 'about' } | { kind: 'logout'; warnings: readonly string[] } | null;

/** The shell's own dialogs, over everything, and the commands that open them. Their code comes when it is asked for. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(null);
  const opener = useRef<HTMLElement | null>(null);

  const open = useCallback((next: Shown) => {
    // One dialog after the other gives the focus back to where the first was opened.
    opener.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setShown(next);
  }, []);
  const close = useCallback((focusElsewhere = false) => {
    if (focusElsewhere) opener.current = null;
    setShown(null);
  }, []);
  useEffect(() => {
    if (shown !== null) return;
    opener.current?.focus();
    opener.current = null;
  }, [shown]);

  const commands = useMemo(
    () => ({
      openPalette: () => open({ kind: 'palette' }),
      openAbout: () => open({ kind: 'about' }),
      leave: async () => {
        const warnings = await logoutWarnings();
        if (warnings.length > 0) return open({ kind: 'logout', warnings });
        await logout();
      },
    }),
    [open],
  );
  usePaletteKey(commands.openPalette);
  useEffect(() => {
    // Letters typed before its field is there would be lost; whoever has no idle callback (Safari) waits for it once.
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(() => void loadPalette().catch(() => undefined));
    return () => cancelIdleCallback(handle);
  }, []);

  return (
    <ShellCommandsContext value={commands}>
      {children}
      <Suspense fallback={<DialogOnTheWay />}>
        {shown?.kind === 'palette' && <Palette onClose={close} />}
        {shown?.kind === 'about' && <AboutDialog onClose={() => close()} />}
      </Suspense>
      <ConfirmDialog
        open={shown?.kind === 'logout'}
        title={messages.logoutDialog.title}
        confirmLabel={messages.logoutDialog.confirm}
        cancelLabel={messages.logoutDialog.cancel}
        onConfirm={() => void logout()}
        onCancel={() => close()}
      >
        {shown?.kind === 'logout' && shown.warnings.join(' ')}
      </ConfirmDialog>
    </ShellCommandsContext>
  );
}

function DialogOnTheWay() {
  return (
    <Dialog open>
      <DialogSurface aria-label={messages.loadingDialog}>
        <DialogBody>
          <DialogContent>
            <SkeletonRows rows={4} label={messages.loadingDialog} />
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
