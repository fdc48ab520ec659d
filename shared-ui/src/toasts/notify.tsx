import {
  Link,
  Toast,
  ToastBody,
  Toaster,
  ToastFooter,
  ToastTitle,
  ToastTrigger,
  useFocusableGroup,
  useToastController,
} from '@fluentui/react-components';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { CloseIcon } from '../icons';
import { toastMessages } from './toast-messages';
import { messages } from '../messages';
import { getFailedRequestId, RequestId } from '../request-id/request-id';

const toasterId = 'console-toaster';
const DURATIONS_MS = { success: 4000, info: 6000, warning: 9000, error: 12_000 } as const;

let toastCount = 0;

export interface Notice {
  title: string;
  text?: ReactNode;
  /** The error, if the toast reports one. For an unexpected failure of the server, the toast shows the id of the request. */
  error?: unknown;
  /** Whether the toast contains an action. Such a toast stays visible as long as an error toast. */
  hasAction?: boolean;
  /** Called when the toast disappears, for any reason. */
  onHidden?: () => void;
}
/** Shows a toast. Returns a function that hides it. */
type ShowToast = (notice: Notice) => () => void;
export interface Notify {
  success: ShowToast;
  info: ShowToast;
  warning: ShowToast;
  danger: ShowToast;
}

/** Returns functions that show toasts. The host mounts `ConsoleToaster`. */
export function useNotify(): Notify {
  const { dispatchToast, dismissToast } = useToastController(toasterId);
  return useMemo(() => {
    const show =
      (intent: keyof typeof DURATIONS_MS): ShowToast =>
      (notice) => {
        const toastId = `toast-${(toastCount += 1)}`;
        dispatchToast(
          <Toast>
            <ToastTitle
              // The icon needs an accessible name. Otherwise only the colour would distinguish a warning from an error.
              media={{ role: 'img', 'aria-label': toastMessages[intent] }}
              action={
                <ToastTrigger>
                  <Link as="button" aria-label={messages.close}>
                    <CloseIcon />
                  </Link>
                </ToastTrigger>
              }
            >
              {notice.title}
            </ToastTitle>
            {notice.text && <ToastBody>{notice.text}</ToastBody>}
            {getFailedRequestId(notice.error) !== null && (
              <ToastFooter>
                <RequestId error={notice.error} />
              </ToastFooter>
            )}
            <FocusRelease />
          </Toast>,
          {
            toastId,
            intent,
            timeout: notice.hasAction ? DURATIONS_MS.error : DURATIONS_MS[intent],
            pauseOnHover: true,
            pauseOnWindowBlur: true,
            onStatusChange: (_, { status }) => status === 'unmounted' && notice.onHidden?.(),
          },
        );
        return () => dismissToast(toastId);
      };
    return { success: show('success'), info: show('info'), warning: show('warning'), danger: show('error') };
  }, [dispatchToast, dismissToast]);
}

/**
 * Corrects how toasts handle the focus. Fluent traps the focus in a toast until the user presses Esc, and has no option to prevent this.
 * So this component removes the attribute that causes the trap. When a focused toast disappears, for example after Undo, the component
 * returns the focus to the previously focused element.
 */
function FocusRelease() {
  const marker = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const toast = marker.current?.closest<HTMLElement>('[role="listitem"]');
    if (!toast) return undefined;
    toast.removeAttribute('data-tabster');
    let previousFocus: HTMLElement | null = null;
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !toast.contains(relatedTarget)) previousFocus = relatedTarget;
    };
    toast.addEventListener('focusin', onFocus);
    return () => {
      toast.removeEventListener('focusin', onFocus);
      if (!toast.contains(document.activeElement)) return;
      const target = previousFocus?.isConnected
        ? previousFocus
        : document.querySelector<HTMLElement>('main [data-focus-home], main h1, h1');
      target?.focus({ preventScroll: true });
    };
  }, []);
  return <span ref={marker} hidden />;
}

/** Distance from the corner of the window in pixels, so that toasts do not cover the bottom bar of screens such as the image screen. */
const offset = { horizontal: 20, vertical: 56 };

/** Shows the toasts. Mount it once. */
export function ConsoleToaster() {
  const focusAttributes = useFocusableGroup({ tabBehavior: 'unlimited', ignoreDefaultKeydown: { Escape: true } });
  return <Toaster toasterId={toasterId} position="bottom-end" offset={offset} limit={8} {...focusAttributes} />;
}
