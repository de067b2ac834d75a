/** A dialog in the middle of a wide screen, a sheet from below on a phone. */
import { type ReactNode, type RefObject, useState } from 'react'
import { useQuestion } from './asking.ts'
import { Button } from './button.tsx'
import { latePart, usePart } from './late-part.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text?: ReactNode
  wide?: boolean
  /** What has the focus first; else the first control. */
  focus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const windows = latePart(() => import('./dialog-window.tsx'))

/** Closes by its button, Escape and a press outside; focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [everOpen, setEverOpen] = useState(props.open)
  if (props.open && !everOpen) setEverOpen(true)
  const part = usePart(windows, everOpen)
  return part && everOpen && <part.DialogWindow {...props} />
}

export type AlertProps = {
  open: boolean
  title: string
  text: ReactNode
  tone?: 'warn' | 'plain' | undefined
  children: ReactNode
}

/** Wants an answer: nothing but its buttons closes it. */
export function Alert(props: AlertProps) {
  const part = usePart(windows, props.open)
  return part && <part.AlertWindow {...props} />
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
