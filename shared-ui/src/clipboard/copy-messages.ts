/** Interface text of buttons that copy. */
export const copyMessages = {
  copied: 'Copied',
  copy: (what: string) => `Copy ${what}`,
  copyFailed: 'Unable to copy',
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
};
