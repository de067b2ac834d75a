/** A button with the dialog that it opens; the dialog is made anew each time. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'kind' | 'className'> & {
  name: string
  dialog: (close: () => void) => ReactNode
}

export function DialogButton({ name, dialog, kind = 'ghost', ...look }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} size="s" {...look} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && dialog(() => setOpen(false))}
    </>
  )
}
