/** Search from every page. */
import { useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icon.tsx'
import { latePart, usePart } from '../late-part.ts'

const box = latePart(() => import('../search-box.tsx'))

export function SearchDialog() {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const close = () => setOpen(false)
  const part = usePart(box, open)
  return (
    <>
      <button type="button" className="icon-btn" aria-label={m.ui_search()} onClick={() => setOpen(true)}>
        <Icon name="magnifying-glass" size="l" />
      </button>
      <Dialog open={open && part !== null} onClose={close} title={m.ui_search()} wide focus={field}>
        <div className="min-h-72">{part && <part.SearchBox field={field} onLeave={close} inline />}</div>
      </Dialog>
    </>
  )
}
