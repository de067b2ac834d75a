/** /user/activity/attend (beyond the seed): the holder counts who came, on their phone at the door. */
import { useState } from 'react'
import { Link, redirect } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get, post, saidByPage } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { useForm } from '../../ui/use-form.ts'
import { wordsFor } from '../activity-rules.ts'
import type { AttendedView, OwnActivityView } from '../contract.ts'
import type { Route } from './+types/attend-page'
import { activityPlaces } from './activity-words.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const given = new URL(request.url).searchParams
  const id = given.get('activity_id')
  if (!id) return redirect(activityPlaces.list)
  const one = await dataOf(get<OwnActivityView>('/activity/own', { activity_id: id }, saidByPage), saidByPage)
  return { one, scanned: given.get('ticket') ?? '' }
}

export default function AttendPage({ loaderData: { one, scanned } }: Route.ComponentProps) {
  const [last, setLast] = useState<AttendedView>()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { ticket: scanned },
    { ticket: (text) => (text.trim() ? undefined : m.activities_ticket_error()) },
  )
  const attended = last?.attended ?? one.attended
  const taken = last?.taken ?? one.taken

  async function count() {
    if (!form.check()) return
    setBusy(true)
    try {
      const said = { activity_id: one.activity_id, ticket: form.values.ticket }
      setLast(await dataOf(post<AttendedView>('/activity/attend', said, { beside: true }), { beside: true }))
      form.clear('ticket')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setLast(undefined)
      form.refuse('ticket', failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="max-w-[480px]">
      <PageTitle>{m.activities_attend()}</PageTitle>
      <Link to={activityPlaces.edit(one.activity_id)} className="link small inline-flex min-h-11 items-center">
        {wordsFor(one, language()).title}
      </Link>
      <h1 className="h1">{m.activities_attend()}</h1>
      <p className="mt-3 text-ink-2">{m.activities_attend_text()}</p>
      <p className="fig-l mt-6" aria-live="polite">
        {m.activities_attended_of({ attended, taken })}
      </p>
      <Form form={form} onSubmit={count} className="mt-6 grid gap-4">
        <TextField
          label={m.activities_ticket()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          {...form.text('ticket')}
        />
        <Button type="submit" size="l" busy={busy}>
          {m.activities_attend_count()}
        </Button>
      </Form>
      <div aria-live="assertive">
        {last && (
          <p className={`panel mt-6 flex gap-3 p-5 ${last.again ? 'bg-warn-soft' : 'bg-up-soft'}`}>
            <Icon name={last.again ? 'warning-circle' : 'check-circle'} size="l" />
            <span>
              <b>{last.name}</b>
              <br />
              {last.again ? m.activities_attended_again() : m.activities_attended_now()} <Moment at={last.at} />
            </span>
          </p>
        )}
      </div>
    </div>
  )
}
