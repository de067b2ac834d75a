/** Bank or e-wallet: typed into, or chosen from the list of the store. */
import { Combobox } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import * as m from '../../locale/paraglide/messages.js'
import { Field } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'

type Provider = { code: string; name: string }
type Props = {
  label: string
  providers: readonly Provider[]
  value: string
  error: string | undefined
  onChange: (code: string) => void
  onLeave: () => void
}

export function ProviderField({ label, providers, value, error, onChange, onLeave }: Props) {
  const items = providers.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <CSPProvider disableStyleElements>
      <Combobox.Root
        items={items}
        value={items.find((item) => item.value === value) ?? null}
        onValueChange={(chosen) => onChange(chosen?.value ?? '')}
        autoHighlight
      >
        <Field label={label} error={error}>
          {(control) => (
            <span className="relative block">
              <Combobox.Input
                {...control}
                className="control pr-12"
                placeholder={m.payouts_search()}
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                onBlur={onLeave}
              />
              <Combobox.Trigger className="icon-btn absolute top-0.5 right-0.5" aria-label={m.payouts_list()}>
                <Icon name="caret-down" />
              </Combobox.Trigger>
            </span>
          )}
        </Field>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={6} className="z-30">
            <Combobox.Popup className="menu w-(--anchor-width)">
              <Combobox.Empty className="px-3 text-[15px] text-ink-2 not-empty:py-2">
                {m.payouts_search_none()}
              </Combobox.Empty>
              <Combobox.List>
                {(item: (typeof items)[number]) => (
                  <Combobox.Item key={item.value} value={item} className="menu-item justify-between">
                    {item.label}
                    <Combobox.ItemIndicator>
                      <Icon name="check" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </CSPProvider>
  )
}
