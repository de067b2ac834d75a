/** Lists of what a member has asked the vault to do by itself; each can be changed where it stands. */
import { type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'

type ListProps<T> = {
  all: T[]
  idOf: (one: T) => string
  /** What the form is called that stands in the place of the one that is changed. */
  label: string
  editing: (one: T, close: () => void) => ReactNode
  row: (one: T, edit: () => void) => ReactNode
}

export function EditedList<T>({ all, idOf, label, editing, row }: ListProps<T>) {
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <ul className="border-t border-line">
      {all.map((one) => {
        const id = idOf(one)
        return id === edited ? (
          <li key={id} className="border-b border-line py-6" aria-label={label}>
            {editing(one, () => setEdited(null))}
          </li>
        ) : (
          row(one, () => setEdited(id))
        )
      })}
    </ul>
  )
}

type ActionProps = { action: string; label: string; busy: boolean; onClick: () => void }

/** What can be done with one of a list, among others in a line; `label` says with which. */
export const QuietAction = ({ action, label, busy, onClick }: ActionProps) => (
  <Button kind="quiet" size="s" className="-ml-3 mr-3" busy={busy} aria-label={label} onClick={onClick}>
    {action}
  </Button>
)

type EndProps = { busy: boolean; action: string; onCancel: (() => void) | undefined }

/** The end of a form that saves something, and leaves what is there as it was. */
export const FormEnd = ({ busy, action, onCancel }: EndProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" busy={busy} className="max-md:w-full">
      {action}
    </Button>
    {onCancel && (
      <Button kind="ghost" className="max-md:w-full" onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
    )}
  </div>
)
