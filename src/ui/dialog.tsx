/** A dialog in the middle of a wide screen, a sheet from below on a phone. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { useQuestion } from './asking.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  text?: ReactNode
  wide?: boolean
  /** What has the focus first; else the first control. */
  focus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

/** Closes by its button, Escape and a press outside; focus returns to where it was. */
export function Dialog({ open, onClose, title, text, wide = false, focus, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className="dialog" data-wide={wide} {...(focus ? { initialFocus: focus } : {})}>
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="h2">{title}</Base.Title>
            <Base.Close className="icon-btn -mt-1 -mr-2" aria-label={m.close()}>
              <Icon name="x" />
            </Base.Close>
          </div>
          {text && <Base.Description className="mt-2 text-ink-2">{text}</Base.Description>}
          <div className="mt-6">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type AlertProps = {
  open: boolean
  title: string
  text: ReactNode
  tone?: 'warn' | 'plain' | undefined
  children: ReactNode
}

/** Wants an answer: nothing but its buttons closes it. */
export function Alert({ open, title, text, tone = 'plain', children }: AlertProps) {
  return (
    <AlertDialog.Root open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="h2 flex items-center gap-3">
            {tone === 'warn' && <Icon name="warning-circle" size="l" className="text-warn" />}
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-ink-2">{text}</AlertDialog.Description>
          <div className="mt-7 grid gap-3 md:flex md:flex-row-reverse md:justify-start">{children}</div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Shows what ask() asks; stands once, in the root. */
export function DialogHost() {
  const question = useQuestion()
  if (!question) return null
  const { id, title, text, tone, confirm, cancel, answer } = question
  return (
    <Alert key={id} open title={title} text={text} tone={tone}>
      <Button onClick={() => answer(true)}>{confirm}</Button>
      {cancel && (
        <Button kind="ghost" onClick={() => answer(false)}>
          {cancel}
        </Button>
      )}
    </Alert>
  )
}
