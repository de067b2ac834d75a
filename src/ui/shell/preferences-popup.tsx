/** The menu behind the globe itself, loaded when first needed: preferences-menu.tsx decides when. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../icon.tsx'
import { chooseLanguage, type Language, language, languages } from '../language.ts'
import { loadAnew } from '../reload-guard.ts'
import { chooseCurrency, chooseStore } from '../session.ts'
import { useShell } from '../shell-data.ts'
import { chooseTheme, type Theme, useTheme } from '../theme.ts'
import { TriggerLabel, triggerClass } from './preferences-menu.tsx'

/** Mounted by the first press on its trigger, so it opens at once; the trigger takes the place of that button. */
export function PreferencesPopup() {
  const shell = useShell()
  const theme = useTheme()
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root defaultOpen>
        <Menu.Trigger className={triggerClass}>
          <TriggerLabel />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={8} align="end" className="z-30">
            <Menu.Popup className="menu">
              <Group
                label={m.ui_preferences_language()}
                value={language()}
                onChange={(code) => chooseLanguage(code as Language)}
                choices={languages.map(({ code, name }) => [code, name])}
              />
              {shell.store.currencies.length > 1 && (
                <Group
                  label={m.ui_preferences_currency()}
                  value={shell.currency}
                  onChange={(code) => {
                    chooseCurrency(code)
                    loadAnew()
                  }}
                  choices={shell.store.currencies.map((code) => [code, code])}
                />
              )}
              <Group
                label={m.ui_preferences_store()}
                value={shell.store.code}
                onChange={(code) => {
                  chooseStore(code, shell.stores.find((store) => store.code === code)?.currency ?? shell.currency)
                  loadAnew(location.pathname === '/product/productDetail' ? '/product/product' : location.href)
                }}
                choices={shell.stores.map(({ code, name }) => [code, name])}
              />
              <Group
                label={m.ui_preferences_theme()}
                value={theme}
                onChange={(chosen) => chooseTheme(chosen as Theme)}
                choices={[
                  ['system', m.ui_theme_system(), <Icon key="i" name="monitor" />],
                  ['light', m.ui_theme_light(), <Icon key="i" name="sun" />],
                  ['dark', m.ui_theme_dark(), <Icon key="i" name="moon" />],
                ]}
              />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  )
}

type GroupProps = {
  label: string
  value: string
  choices: [value: string, label: string, icon?: ReactNode][]
  onChange: (value: string) => void
}

function Group({ label, value, choices, onChange }: GroupProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="menu-label">{label}</Menu.GroupLabel>
      <Menu.RadioGroup value={value} onValueChange={(chosen: string) => chosen !== value && onChange(chosen)}>
        {choices.map(([code, name, icon]) => (
          <Menu.RadioItem key={code} value={code} className="menu-item" closeOnClick>
            {icon}
            {name}
            <Menu.RadioItemIndicator className="ml-auto">
              <Icon name="check" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  )
}
