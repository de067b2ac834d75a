/** A text file that is chosen or pasted; its lines stand in a field. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { TextArea } from '../../../ui/fields.tsx'
import { FileChoice } from '../../kit/pages/file-choice.tsx'
import { importBounds } from '../import-rules.ts'

type Props = { text: string; setText: (text: string) => void }

export function FileField({ text, setText }: Props) {
  const [name, setName] = useState('')
  const change = (lines: string, file: string) => {
    setName(file)
    setText(lines)
  }
  return (
    <div className="grid max-w-3xl gap-4">
      <FileChoice most={importBounds.characters} size="1 MB" name={name} take={change} />
      <TextArea
        label={m.office_goods_import_lines()}
        rows={8}
        maxLength={importBounds.characters}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value, '')}
      />
    </div>
  )
}
