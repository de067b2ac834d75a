/** A change of what was approved: it waits for the staff, and everybody reads what was approved until then. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { usePictures } from '../../ui/use-pictures.ts'
import type { OwnActivityView } from '../contract.ts'
import { useDoing } from './activity-actions.tsx'
import { ActivityFields } from './activity-fields.tsx'
import { fieldsOf, saidOf, useActivityForm } from './activity-form.ts'
import { OwnPicture, useOwnPicture } from './draft-form.tsx'

type Props = { one: OwnActivityView; onChanged: (now: OwnActivityView) => void }

export function ChangeForm({ one, onChanged }: Props) {
  const { change, activity_id } = one
  const { busy, doIt } = useDoing(onChanged)
  if (change?.state === 'waiting')
    return (
      <section className="panel grid gap-3 p-5" aria-labelledby="change">
        <h2 className="h3" id="change">
          {m.activities_change_waits()}
        </h2>
        <p className="text-ink-2">
          {m.activities_change_waits_text()} <Moment at={change.made_at} />
        </p>
        <div>
          <Button
            kind="ghost"
            busy={busy}
            onClick={() =>
              void doIt('/activity/withdrawChange', { activity_id }, m.activities_change_taken_back_done())
            }
          >
            {m.activities_change_take_back()}
          </Button>
        </div>
      </section>
    )
  return (
    <section className="grid gap-4" aria-labelledby="change">
      <h2 className="h2" id="change">
        {m.activities_change()}
      </h2>
      <p className="text-ink-2">{m.activities_change_text()}</p>
      {change && <ErrorState title={m.activities_change_refused()} text={change.answer} />}
      <Asking one={one} onChanged={onChanged} />
    </section>
  )
}

function Asking({ one, onChanged }: Props) {
  const form = useActivityForm(fieldsOf(one))
  const pictures = usePictures({ purpose: 'activity', max: 1 })
  const own = useOwnPicture(one.picture)
  const { busy, doIt } = useDoing(onChanged)
  const [refused, setRefused] = useState<string>()

  async function ask() {
    setRefused(undefined)
    if (!form.check()) return
    if (pictures.isSending) return setRefused(m.activities_picture_wait())
    const said = saidOf(form.values, pictures.ids[0] ?? (own.removed ? null : undefined))
    await doIt(
      '/activity/proposeChange',
      { ...said, activity_id: one.activity_id },
      m.activities_change_done(),
      (failure) => {
        if (!form.takeErrors(failure) && failure instanceof ApiError) setRefused(failure.message)
        return true
      },
    )
  }

  return (
    <Form form={form} onSubmit={ask} className="grid gap-6">
      <ActivityFields form={form} pictures={pictures} most={one.most_participants} fixed />
      {pictures.pictures.length === 0 && <OwnPicture own={own} />}
      {refused && <ErrorState title={refused} />}
      <div>
        <Button type="submit" busy={busy}>
          {m.activities_change_ask()}
        </Button>
      </div>
    </Form>
  )
}
