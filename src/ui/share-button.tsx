/** Passes a page on: by the device's own sheet where there is one, else by a menu. The address carries nothing but the page. */
import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { Icon } from './icon.tsx'
import { toastDone, toastError } from './toast.tsx'

/** `path` begins with a slash. */
export function ShareButton({ path, title, className = '' }: { path: string; title: string; className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Menu.Root
      open={open}
      onOpenChange={(next) => {
        if (next && 'share' in navigator) void shareBySystem({ title, url: addressOf(path) })
        else setOpen(next)
      }}
    >
      <Menu.Trigger className={`link min-h-11 text-sm ${className}`}>
        <Icon name="share-network" /> {m.share()}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={8} align="start" className="z-30">
          <Menu.Popup className="menu">
            <Ways title={title} url={open ? addressOf(path) : ''} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
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

const addressOf = (path: string) => new URL(path, location.origin).href

/** Whoever closes the sheet again has not met an error. */
async function shareBySystem(what: ShareData) {
  await navigator.share(what).catch((error: Error) => {
    if (error.name !== 'AbortError') return copy(what.url ?? '')
  })
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toastDone(m.share_copied())
  } catch {
    toastError(m.share_copy_failed({ link: text }))
  }
}
