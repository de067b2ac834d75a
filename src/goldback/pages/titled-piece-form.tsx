/** A numbered piece of ours that somebody else bought: its number, and the papers that show whose it is. */
import * as m from '../../locale/paraglide/messages.js'
import { TextField } from '../../ui/fields.tsx'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import type { Consigning } from './use-consigning.ts'

export function TitledPiece({ consigning: { titled, setTitled, papers } }: { consigning: Consigning }) {
  return (
    <div className="grid gap-5">
      <h2 className="h3">{m.goldback_other_step()}</h2>
      <TextField
        label={m.goldback_titled_serial()}
        name="serial"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={titled}
        onChange={({ currentTarget }) => setTitled(currentTarget.value)}
      />
      <PictureUpload
        pictures={papers}
        label={m.goldback_titled_papers()}
        help={m.goldback_titled_papers_help({ most: papers.max })}
      />
    </div>
  )
}
