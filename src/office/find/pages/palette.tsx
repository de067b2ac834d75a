/** Ctrl or ⌘ with K, or the button in the head: to a page, order, member, piece, product or case by a few letters. */
import { useEffect, useRef, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FindBox } from './find-box.tsx'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
const isAsked = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey

export function Palette() {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (!isAsked(event)) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className="office-find-btn"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="magnifying-glass" />
        <span className="sr-only md:hidden">{m.office_find_button()}</span>
        <span className="max-md:hidden">{m.office_find_button()}</span>
        <span className="office-key max-md:hidden" aria-hidden="true">
          {isMac() ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      <Dialog open={open} onClose={close} title={m.office_find_title()} wide focus={field}>
        <FindBox field={field} onLeave={close} />
      </Dialog>
    </>
  )
}
