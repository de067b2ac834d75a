/** The ways to pass a page on, where the device has no sheet of its own. Mounted open, by the press that asked for it. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { Icon } from './icon.tsx'
import { copy } from './share-button.tsx'

type Props = { title: string; url: string; label: ReactNode; className: string }

export function ShareMenu({ title, url, label, className }: Props) {
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root defaultOpen>
        <Menu.Trigger className={className}>{label}</Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={8} align="start" className="z-30">
            <Menu.Popup className="menu">
              <Ways title={title} url={url} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  )
}

function Ways({ title, url }: { title: string; url: string }) {
  const words = encodeURIComponent(`${title} ${url}`)
  const outside = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <>
      <Menu.Item className="menu-item" onClick={() => void copy(url)}>
        <Icon name="link-simple" /> {m.share_copy()}
      </Menu.Item>
      <Menu.LinkItem className="menu-item" href={`https://wa.me/?text=${words}`} {...outside} closeOnClick>
        <Icon name="whatsapp-logo" /> WhatsApp
      </Menu.LinkItem>
      <Menu.LinkItem
        className="menu-item"
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${words}`}
        closeOnClick
      >
        <Icon name="envelope-simple" /> {m.share_mail()}
      </Menu.LinkItem>
    </>
  )
}
