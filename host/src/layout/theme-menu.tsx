import {
  Button,
  DarkThemeIcon,
  LightThemeIcon,
  Menu,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  SystemThemeIcon,
  themeModes,
  Tooltip,
  useThemeMode,
  type ThemeMode,
} from '@console/shared-ui/basics';
import { layoutMessages } from './layout-messages';

export const themeIcons = { system: SystemThemeIcon, light: LightThemeIcon, dark: DarkThemeIcon };

export function ThemeMenu() {
  const [mode, setMode] = useThemeMode();
  const Icon = themeIcons[mode];
  return (
    <Menu
      checkedValues={{ theme: [mode] }}
      onCheckedValueChange={(_, data) => setMode((data.checkedItems[0] ?? 'system') as ThemeMode)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content={layoutMessages.theme} relationship="label">
          <Button appearance="subtle" icon={<Icon />} />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {themeModes.map((name) => {
            const ItemIcon = themeIcons[name];
            return (
              <MenuItemRadio key={name} name="theme" value={name} icon={<ItemIcon />}>
                {layoutMessages.themes[name]}
              </MenuItemRadio>
            );
          })}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
