/** Signing up for an event: a member with one press, a visitor with name, address and the code that was sent there. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { formatCount } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { LoginRequired, requireLogin } from '../../ui/login-guard.ts'
import { useLoggedIn } from '../../ui/session.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { JoinCodeSentView, JoinedView, PublicActivityView } from '../contract.ts'
import { activityPlaces } from './activity-words.ts'

type Props = { one: PublicActivityView }

export function JoinPanel({ one }: Props) {
  const isMember = useLoggedIn()
  const [joined, setJoined] = useState<JoinedView>()
  const isFull = (one.free ?? 0) < 1
  return (
    <aside className="panel grid gap-4 p-5 lg:sticky lg:top-20" aria-labelledby="join">
      <h2 className="h3" id="join">
        {joined ? (joined.state === 'placed' ? m.activities_placed() : m.activities_waiting()) : m.activities_join()}
      </h2>
      {joined ? (
        <Joined joined={joined} />
      ) : isFull && one.list_full ? (
        <p className="text-ink-2">{m.activities_list_full()}</p>
      ) : (
        <>
          <p className="text-ink-2">
            {isFull
              ? m.activities_full({ waiting: formatCount(one.waiting, language()) })
              : m.activities_free({ free: formatCount(one.free ?? 0, language()) })}
          </p>
          {isMember ? <AsMember one={one} onJoined={setJoined} /> : <AsVisitor one={one} onJoined={setJoined} />}
        </>
      )}
    </aside>
  )
}

const Joined = ({ joined: { state, token } }: { joined: JoinedView }) => (
  <div role="status" className="grid gap-4">
    <p>{state === 'placed' ? m.activities_placed_text() : m.activities_waiting_text()}</p>
    <ButtonLink to={`/activity/ticket#${token}`}>{m.activities_open_ticket()}</ButtonLink>
  </div>
)

const wordsOf = (failure: unknown): string => {
  if (!(failure instanceof ApiError)) throw failure
  return failure.message
}
type Joining = Props & { onJoined: (joined: JoinedView) => void }
const actionOf = ({ free }: PublicActivityView) =>
  (free ?? 0) < 1 ? m.activities_join_list() : m.activities_join_now()

function AsMember({ one, onJoined }: Joining) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  async function join() {
    setBusy(true)
    setRefused(undefined)
    try {
      await requireLogin()
      onJoined(
        await dataOf(send<JoinedView>('/activity/join', { activity_code: one.code }, { beside: true }), {
          beside: true,
        }),
      )
    } catch (failure) {
      if (!(failure instanceof LoginRequired)) setRefused(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button busy={busy} onClick={() => void join()}>
        {actionOf(one)}
      </Button>
      {refused && <FieldError>{refused}</FieldError>}
      <p className="small text-ink-2">{m.activities_join_text()}</p>
    </>
  )
}

/** First the address, then the code that was sent there. */
function useVisitor({ one, onJoined }: Joining) {
  const [sent, setSent] = useState<JoinCodeSentView>()
  const form = useForm(
    { name: '', email: '', code: '' },
    {
      name: (text) => (text.trim() ? undefined : m.activities_visitor_name_error()),
      email: (text) =>
        /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : m.activities_visitor_email_error(),
      code: (text) => (!sent || /^\d{6}$/.test(text.trim()) ? undefined : m.activities_visitor_code_error()),
    },
  )
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  async function submit() {
    setRefused(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const { name, email, code } = form.values
      if (sent) {
        const guess = { sign_up_id: sent.sign_up_id, code: code.trim() }
        onJoined(await dataOf(post<JoinedView>('/activity/joinAsVisitor', guess, { beside: true }), { beside: true }))
      } else {
        const wish = { activity_code: one.code, name, email }
        setSent(
          await dataOf(post<JoinCodeSentView>('/activity/sendJoinCode', wish, { beside: true }), { beside: true }),
        )
      }
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefused(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { form, sent, busy, refused, submit, another: () => setSent(undefined) }
}

function AsVisitor(joining: Joining) {
  const { form, sent, busy, refused, submit, another } = useVisitor(joining)
  return (
    <>
      <Form form={form} onSubmit={submit} className="grid gap-4">
        {sent ? <CodeField form={form} /> : <VisitorFields form={form} />}
        {refused && <FieldError>{refused}</FieldError>}
        <Button type="submit" busy={busy}>
          {sent ? actionOf(joining.one) : m.activities_send_code()}
        </Button>
        {sent && (
          <Button kind="quiet" onClick={another}>
            {m.activities_other_address()}
          </Button>
        )}
      </Form>
      <p className="small text-ink-2">{m.activities_visitor_text()}</p>
      <Link
        to={`/login?${new URLSearchParams({ return: activityPlaces.page(joining.one.code) })}`}
        className="link small min-h-11 content-center"
      >
        {m.activities_as_member()}
      </Link>
    </>
  )
}

type VisitorForm = Pick<ReturnType<typeof useVisitor>, 'form'>
const CodeField = ({ form }: VisitorForm) => (
  <>
    <p role="status" className="break-words">
      {m.activities_code_sent({ email: form.values.email })}
    </p>
    <TextField
      label={m.activities_visitor_code()}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      {...form.text('code')}
    />
  </>
)

const VisitorFields = ({ form }: VisitorForm) => (
  <>
    <TextField label={m.activities_visitor_name()} autoComplete="name" maxLength={80} {...form.text('name')} />
    <TextField
      label={m.activities_visitor_email()}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...form.text('email')}
    />
  </>
)
