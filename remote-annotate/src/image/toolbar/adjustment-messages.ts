/** Text of the brightness and contrast settings. */
export const adjustmentMessages = {
  button: 'Brightness and contrast',
  changed: 'Brightness and contrast: changed',
  brightness: 'Brightness',
  contrast: 'Contrast',
  announced: (setting: string, percent: number) => `${setting} ${percent} %`,
  invert: 'Invert colours',
  reset: 'Reset',
} as const;
