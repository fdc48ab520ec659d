/** Interface text of toasts. */
export const toastMessages = { success: 'Success', info: 'Information', warning: 'Warning', error: 'Error' };
