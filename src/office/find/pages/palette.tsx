/** Ctrl or ⌘ with K, or the button in the head: to a page, order, member, piece, product or case by a few letters. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FindBox } from './find-box.tsx'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
const isAsked = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey
/** Typed before the field has the focus: the window is loaded when it is first opened. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey

export function Palette() {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isOnItsWay = useRef(false)
  const turn = (to: boolean) => {
    isOnItsWay.current = to
    setTyped('')
    setOpen(to)
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (isAsked(event)) {
      event.preventDefault()
      turn(!open)
    } else if (isOnItsWay.current && isLetter(event)) {
      event.preventDefault()
      setTyped((before) => before + event.key)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className="office-find-btn"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => turn(true)}
      >
        <Icon name="magnifying-glass" />
        <span className="sr-only md:hidden">{m.office_find_button()}</span>
        <span className="max-md:hidden">{m.office_find_button()}</span>
        <span className="office-key max-md:hidden" aria-hidden="true">
          {isMac() ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      <Dialog open={open} onClose={() => turn(false)} title={m.office_find_title()} wide focus={field}>
        <FindBox
          field={field}
          typed={typed}
          onType={setTyped}
          onReach={() => {
            isOnItsWay.current = false
          }}
          onLeave={() => turn(false)}
        />
      </Dialog>
    </>
  )
}
