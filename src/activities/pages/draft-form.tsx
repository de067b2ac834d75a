/** A draft: kept as often as wanted, then handed in to the staff. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { usePictureAddress } from '../../ui/use-picture-address.ts'
import { usePictures } from '../../ui/use-pictures.ts'
import type { OwnActivityView } from '../contract.ts'
import { ActivityFields } from './activity-fields.tsx'
import { type Fields, savedOf, useActivityForm } from './activity-form.ts'

type Props = {
  initial: Fields
  most: number
  picture: OwnActivityView['picture']
  activityId?: string
  onSaved: (one: OwnActivityView, submitted: boolean) => Promise<void>
}

export function DraftForm({ initial, most, picture, activityId, onSaved }: Props) {
  const form = useActivityForm(initial)
  const pictures = usePictures({ purpose: 'activity', max: 1 })
  const own = useOwnPicture(picture)
  const send = useAttempt()
  // As the shop has it: one that was refused after it was saved is saved already.
  const [kept, setKept] = useState({ id: activityId, pictureId: picture?.id })
  const isAsLoaded = kept.pictureId === picture?.id
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function keep(handIn: boolean) {
    setRefused(undefined)
    if (!form.check()) return
    if (pictures.isSending) return setRefused(m.activities_picture_wait())
    setBusy(true)
    try {
      const imageId = pictures.ids[0] ?? (own.removed || !isAsLoaded ? null : undefined)
      const body = { ...savedOf(form.values, imageId), ...(kept.id ? { activity_id: kept.id } : {}) }
      let one = await dataOf(send<OwnActivityView>('/activity/save', body, { beside: true }))
      setKept({ id: one.activity_id, pictureId: one.picture?.id })
      const { activity_id, revision } = one
      if (handIn)
        one = await dataOf(send<OwnActivityView>('/activity/submit', { activity_id, revision }, { beside: true }))
      await onSaved(one, handIn)
    } catch (failure) {
      if (form.takeErrors(failure)) return
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={() => keep(true)} className="grid gap-6">
      <ActivityFields form={form} pictures={pictures} most={most} />
      {pictures.pictures.length === 0 && isAsLoaded && <OwnPicture own={own} />}
      <p className="small text-ink-2">{m.activities_submit_text()}</p>
      {refused && <ErrorState title={refused} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {m.activities_submit()}
        </Button>
        <Button kind="ghost" busy={busy} onClick={() => void keep(false)}>
          {m.activities_save()}
        </Button>
      </div>
    </Form>
  )
}

/** The picture that it has, as its holder sees it. */
export function useOwnPicture(picture: OwnActivityView['picture']) {
  const address = usePictureAddress('/file/image', 'id', picture?.id)
  const [removed, setRemoved] = useState(false)
  return { address: removed ? null : address, removed, remove: () => setRemoved(true) }
}

export function OwnPicture({ own: { address, remove } }: { own: ReturnType<typeof useOwnPicture> }) {
  if (!address) return null
  return (
    <figure className="grid justify-items-start gap-2">
      <img
        src={address}
        alt={m.activities_picture_now()}
        className="aspect-16/9 w-full max-w-[420px] rounded-tag bg-tile object-cover"
      />
      <Button kind="ghost" size="s" onClick={remove}>
        {m.activities_picture_remove()}
      </Button>
    </figure>
  )
}
