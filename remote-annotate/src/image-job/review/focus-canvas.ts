/** For who closes what lay over the picture: what opened it is gone, so the work goes on at the picture. */
export function focusCanvas(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true });
  });
}
