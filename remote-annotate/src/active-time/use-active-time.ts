import { useSession } from '@console/shared-auth';
import { useEffect } from 'react';
import { PeriodRecorder } from './period-recorder';
import { sendStoredPeriods } from './send-periods';

const SEND_INTERVAL_MS = 30_000;
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'touchmove'] as const;

interface ActiveItem {
  workspaceId: string;
  /** The image or group on the screen. Undefined if there is none. */
  itemId: string | undefined;
  /** The job whose item is shown. */
  jobId: string | null;
}

/**
 * Measures how long the user works on an item, and reports the time to the server. Periods stay in the browser until the server has them.
 * Therefore, closing the tab or losing the connection loses at most a few seconds.
 */
export function useActiveTime({ workspaceId, itemId, jobId }: ActiveItem): void {
  const userId = useSession().user?.id;
  useEffect(() => {
    if (!userId || !itemId) return;
    const recorder = new PeriodRecorder({ userId, workspaceId }, jobId, localStorage, Date.now());
    const recordInput = () => recorder.recordInput(Date.now());
    const sendPeriods = () => {
      recorder.store();
      void sendStoredPeriods(localStorage, userId);
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') sendPeriods();
    };
    const storePeriod = () => recorder.store();
    for (const event of INPUT_EVENTS) window.addEventListener(event, recordInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisibilityChange);
    window.addEventListener('pagehide', storePeriod);
    const timer = setInterval(sendPeriods, SEND_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', storePeriod);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      for (const event of INPUT_EVENTS) window.removeEventListener(event, recordInput, { capture: true });
      storePeriod();
    };
  }, [userId, workspaceId, itemId, jobId]);

  // Sends the remaining periods when the user leaves the page.
  useEffect(() => {
    if (!userId) return undefined;
    return () => void sendStoredPeriods(localStorage, userId);
  }, [userId]);
}
