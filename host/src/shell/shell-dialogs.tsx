import { logout, logoutWarnings } from '@console/shared-auth';
import { ConfirmDialog, Dialog, DialogBody, DialogContent, DialogSurface, Input, SkeletonRows } from '@console/shared-ui/basics';
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
  /** What was typed before the palette was there. */
  const typed = useRef('');

  const open = useCallback((next: Shown) => {
    // One dialog after the other gives the focus back to where the first was opened.
    opener.current ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
    typed.current = '';
    setShown(next);
  }, []);
  const typedAhead = useCallback(() => typed.current, []);
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
    // Asked for ahead: whoever has no idle callback (Safari) waits for it once.
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const handle = requestIdleCallback(() => void loadPalette().catch(() => undefined));
    return () => cancelIdleCallback(handle);
  }, []);

  return (
    <ShellCommandsContext value={commands}>
      {children}
      <Suspense
        fallback={
          <DialogOnTheWay
            onClose={() => close()}
            onType={shown?.kind === 'palette' ? (text) => (typed.current = text) : undefined}
          />
        }
      >
        {shown?.kind === 'palette' && <Palette onClose={close} typedAhead={typedAhead} />}
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

interface DialogOnTheWayProps {
  onClose: () => void;
  /** Present where the dialog begins with a field, which goes on with what is typed meanwhile. */
  onType?: (text: string) => void;
}

function DialogOnTheWay({ onClose, onType }: DialogOnTheWayProps) {
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface aria-label={messages.loadingDialog}>
        <DialogBody>
          <DialogContent>
            {onType && (
              <Input
                autoFocus
                aria-label={messages.loadingDialog}
                autoComplete="off"
                style={{ width: '100%' }}
                onChange={(_, { value }) => onType(value)}
              />
            )}
            <SkeletonRows rows={4} label={messages.loadingDialog} />
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
