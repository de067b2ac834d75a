/** Pictures of a case: the assay's are added here; the member's are opened on record. */
import { useState } from 'react'
import { takesPicture } from '../../../goldback/case-rules.ts'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import { pictureName } from '../../../goldback/pages/case-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/fields.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { FileButton } from '../../kit/pages/file-button.tsx'
import { officePicture, officeUpload } from '../../kit/pages/office-client.ts'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'

type Props = { one: OfficeCaseView; reload: () => Promise<void> }

export function CasePictures({ one: { case_id, state, pictures, pieces_in_it: pieces }, reload }: Props) {
  const may = useMay()
  const { moment } = useTimes()
  const [trouble, setTrouble] = useState<string>()
  const [shown, setShown] = useState<{ address: string; name: string }>()
  const trying = (work: () => Promise<void>) => {
    setTrouble(undefined)
    work().catch((failure) => setTrouble(failure instanceof ApiError ? failure.message : m.ui_system_error()))
  }
  const add = (file: File) =>
    trying(async () => {
      await officeUpload('/goldback/addPicture', { case_id }, file)
      toastDone(m.office_goldback_picture_done())
      await reload()
    })
  const open = (picture_id: string, name: string) =>
    trying(async () => setShown({ address: await officePicture('/goldback/openPicture', { picture_id }), name }))
  const close = () => {
    if (shown) URL.revokeObjectURL(shown.address)
    setShown(undefined)
  }
  const mayAdd = takesPicture(state, 'assay') && may('goldback.inspect')
  if (pictures.length === 0 && !mayAdd) return null
  return (
    <section className="office-panel grid gap-3" aria-labelledby="pictures">
      <h2 className="h3" id="pictures">
        {m.office_goldback_pictures()}
      </h2>
      <ul className="grid gap-2">
        {pictures.map((picture) => (
          <li
            key={picture.picture_id}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-2"
          >
            <span className="small min-w-0">{`${pictureName(picture, pieces)} · ${moment(picture.at)}`}</span>
            <Button kind="ghost" size="s" onClick={() => open(picture.picture_id, pictureName(picture, pieces))}>
              {m.office_goldback_picture_open()}
            </Button>
          </li>
        ))}
      </ul>
      {trouble && <FieldError>{trouble}</FieldError>}
      {mayAdd && (
        <div>
          <FileButton name={m.office_goldback_picture_add()} kind="picture" take={add} />
        </div>
      )}
      {shown && (
        <Dialog open onClose={close} title={shown.name}>
          <img src={shown.address} alt={shown.name} className="h-auto w-full rounded-lg" />
        </Dialog>
      )}
    </section>
  )
}
