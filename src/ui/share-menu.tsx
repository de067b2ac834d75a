/** Ways to pass a page on where the device has no sheet of its own; loaded when first needed: share-button.tsx decides when. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu } from '@base-ui/react/menu'
import * as m from '../locale/paraglide/messages.js'
import { Icon } from './icon.tsx'
import { copyLink, ShareLabel, shareClass } from './share-button.tsx'

type Props = { title: string; url: string; className: string }

/** Opens as it comes: whoever loads it has pressed the button already. */
export function ShareMenu({ title, url, className }: Props) {
  const words = encodeURIComponent(`${title} ${url}`)
  const outside = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root defaultOpen>
        <Menu.Trigger className={`${shareClass} ${className}`}>
          <ShareLabel />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={8} align="start" className="z-30">
            <Menu.Popup className="menu">
              <Menu.Item className="menu-item" onClick={() => void copyLink(url)}>
                <Icon name="link-simple" /> {m.ui_share_copy()}
              </Menu.Item>
              <Menu.LinkItem className="menu-item" href={`https://wa.me/?text=${words}`} {...outside} closeOnClick>
                <Icon name="whatsapp-logo" /> WhatsApp
              </Menu.LinkItem>
              <Menu.LinkItem
                className="menu-item"
                href={`mailto:?subject=${encodeURIComponent(title)}&body=${words}`}
                closeOnClick
              >
                <Icon name="envelope-simple" /> {m.ui_share_mail()}
              </Menu.LinkItem>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  )
}
