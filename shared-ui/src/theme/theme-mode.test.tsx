import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { useResolvedTheme, useThemeMode } from './theme-mode';

function ThemeSwitcher() {
  const [mode, setMode] = useThemeMode();
  const resolvedTheme = useResolvedTheme();
  return <button onClick={() => setMode('dark')}>{`${mode} shows ${resolvedTheme}`}</button>;
}

test('follows the system until the user selects a theme, which is stored', async () => {
  renderConsole(<ThemeSwitcher />);
  expect(screen.getByRole('button')).toHaveTextContent('system shows light');
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveTextContent('dark shows dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(document.documentElement.style.colorScheme).toBe('dark');
});
