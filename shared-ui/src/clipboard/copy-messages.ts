/** Interface text of buttons that copy. */
export const copyMessages = {
  copied: 'Copied',
  copy: (contentName: string) => `Copy ${contentName}`,
  copyFailed: 'Unable to copy',
  requestId: 'Request ID',
  copyRequestId: 'Copy request ID',
};
