import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { teal } from './brand';

const fontFamilyBase =
  "'Inter', 'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, 'Noto Sans', 'Liberation Sans', sans-serif";
const sharedTokens = {
  fontFamilyBase,
  borderRadiusSmall: '3px',
  borderRadiusMedium: '6px',
  borderRadiusLarge: '8px',
  borderRadiusXLarge: '12px',
} as const;

const light = createLightTheme(teal);
const dark = createDarkTheme(teal);

export const lightTheme: Theme = {
  ...light,
  ...sharedTokens,
  colorNeutralBackground2: '#f6f9fa',
  colorNeutralBackground3: '#eef3f5',
  colorNeutralBackground4: '#e9eff1',
  colorNeutralStroke2: '#dde5e8',
};

/** The grey tones have a slight teal tint. Pure grey looks warm on a dark screen and would affect how users perceive image colours. */
export const darkTheme: Theme = {
  ...dark,
  ...sharedTokens,
  colorBrandForeground1: teal[120],
  colorBrandForeground2: teal[130],
  colorBrandForegroundLink: teal[120],
  colorBrandForegroundLinkHover: teal[130],
  colorCompoundBrandForeground1: teal[120],
  colorNeutralBackground1: '#1d2528',
  colorNeutralBackground1Hover: '#273235',
  colorNeutralBackground1Pressed: '#141a1d',
  colorNeutralBackground1Selected: '#2a3639',
  colorNeutralBackground2: '#161d20',
  colorNeutralBackground2Hover: '#20292c',
  colorNeutralBackground3: '#10171a',
  colorNeutralBackground3Hover: '#1a2326',
  colorNeutralBackground4: '#0d1316',
  colorNeutralBackground5: '#0a1012',
  colorSubtleBackgroundHover: '#2a3639',
  colorSubtleBackgroundPressed: '#1d2629',
  colorSubtleBackgroundSelected: '#263134',
  colorNeutralStroke2: '#364448',
  colorNeutralStroke3: '#2b373b',
};
