/** What the house saw on its scales and in its assay, and what the member adds: photographs of a piece, the paper that it was bought with. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { usePictureAddress } from '../../ui/use-picture-address.ts'
import { usePictures } from '../../ui/use-pictures.ts'
import { type OwnPictureKind, ownPictureKinds, takesPicture } from '../case-rules.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { pictureName } from './case-words.ts'

type Props = { one: GoldBackCaseView; onChanged: (now: GoldBackCaseView) => void }
type Shown = GoldBackCaseView['pictures'][number]

/** The assay's stand large, for they say what was found. */
export function CasePictures({ one: { pictures, pieces_in_it: pieces } }: Pick<Props, 'one'>) {
  if (pictures.length === 0) return null
  return (
    <section aria-labelledby="pictures">
      <h2 className="h3 mb-3" id="pictures">
        {m.goldback_pictures()}
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {pictures.map((picture) => (
          <Picture key={picture.picture_id} picture={picture} name={pictureName(picture, pieces)} />
        ))}
      </ul>
    </section>
  )
}

function Picture({ picture: { picture_id, kind, at }, name }: { picture: Shown; name: string }) {
  const address = usePictureAddress('/trade/goldBack_picture', 'picture_id', picture_id)
  return (
    <li className={kind === 'assay' ? 'col-span-full' : undefined}>
      <figure>
        {address ? (
          <img src={address} alt={name} className="aspect-4/3 w-full rounded-tag bg-tile object-cover" />
        ) : (
          <Skeleton className="aspect-4/3 w-full rounded-tag" />
        )}
        <figcaption className="fine mt-1 text-ink-2">
          {name} · <Moment at={at} />
        </figcaption>
      </figure>
    </li>
  )
}

const MOST_AT_ONCE = 6

export function AddPictures({ one, onChanged }: Props) {
  const pictures = usePictures({ purpose: 'gold_back', max: MOST_AT_ONCE })
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ title: string; text: string } | null>(null)

  /** One after the other; those that went in before one is refused stay in, and leave the form. */
  async function add(kind: OwnPictureKind) {
    setBusy(true)
    setRefused(null)
    let added = 0
    try {
      for (const image_id of pictures.ids) {
        const wish = { case_id: one.case_id, of: kind, image_id }
        onChanged(await dataOf(send<GoldBackCaseView>('/trade/goldBack_addPicture', wish, { beside: true })))
        pictures.taken(image_id)
        added++
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const text = added ? m.goldback_pictures_some_added({ count: added }) : m.goldback_nothing_changed()
      setRefused({ title: failure.message, text })
    } finally {
      setBusy(false)
    }
  }

  if (!takesPicture(one.state, 'piece')) return null
  return (
    <div className="grid gap-3">
      <PictureUpload pictures={pictures} label={m.goldback_pictures_add()} help={m.goldback_pictures_help()} />
      {pictures.ids.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {ownPictureKinds.map((kind) => (
            <Button key={kind} kind="ghost" busy={busy} disabled={pictures.isSending} onClick={() => void add(kind)}>
              {kind === 'piece' ? m.goldback_pictures_as_piece() : m.goldback_pictures_as_paper()}
            </Button>
          ))}
        </div>
      )}
      {refused && <ErrorState {...refused} />}
    </div>
  )
}
