/** A text file that is chosen; its lines go where `take` puts them, so that a slip is corrected on the spot. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { FieldError } from '../../../ui/fields.tsx'
import { FileButton } from './file-button.tsx'

/** `most`: characters; `size` says the same to people. `name` is that of the file whose lines still stand as they were. */
type Props = {
  most: number
  size: string
  name: string
  /** Beside the button while no file is chosen. */
  hint?: string
  take: (text: string, name: string) => void
}

export function FileChoice({ most, size, name, hint = m.office_file_or_paste(), take }: Props) {
  const [trouble, setTrouble] = useState<string>()

  async function read(file: File) {
    setTrouble(file.size > most ? m.office_file_too_large({ size }) : undefined)
    if (file.size > most) return
    const text = await file.text()
    if (text.includes('\0') || text.includes('\ufffd')) return setTrouble(m.office_file_not_text())
    take(text, file.name)
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line-strong p-4">
        <FileButton
          name={name ? m.office_file_another() : m.office_file_choose()}
          kind="text"
          take={(file) => void read(file)}
        />
        <span className="small min-w-0 break-words text-ink-2">{name || hint}</span>
      </div>
      {trouble && <FieldError>{trouble}</FieldError>}
    </>
  )
}
