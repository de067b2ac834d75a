/** A page behind a link of a message: it says what one press does, and does nothing by itself. */
import { type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { Skeleton } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { AccountFrame } from './account-frame.tsx'
import { useLinkToken } from './use-link-token.ts'

type Props = {
  title: string
  lead: ReactNode
  /** What the press does, as the button says it. */
  action: string
  call: string
  danger?: boolean
  done: { title: string; text: string; way: { to: string; name: string } }
  /** Where to go without a link, or with one that is dead. */
  otherwise: { text: string; way: { to: string; name: string } }
  onDone?: () => void
}

export function LinkAction({ title, lead, action, call, danger = false, done, otherwise, onDone }: Props) {
  const token = useLinkToken()
  const send = useAttempt()
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'dead'>('ready')

  async function press() {
    setState('busy')
    try {
      await dataOf(send(call, { token }, { loading: true }))
      onDone?.()
      setState('done')
    } catch (failure) {
      setState(failure instanceof ApiError && failure.error === 'link_expired' ? 'dead' : 'ready')
    }
  }

  if (token === undefined)
    return (
      <AccountFrame title={title}>
        <Skeleton className="h-40" />
      </AccountFrame>
    )
  if (state === 'done') return <LinkOutcome title={done.title} text={done.text} way={done.way} good />
  if (token === null || state === 'dead')
    return (
      <LinkOutcome
        title={token === null ? title : m.identity_link_dead_title()}
        text={token === null ? otherwise.text : sentences([m.identity_link_dead_text(), otherwise.text], language())}
        way={otherwise.way}
      />
    )
  return (
    <AccountFrame title={title} lead={lead}>
      <Button
        kind={danger ? 'danger' : 'primary'}
        size="l"
        className="w-full"
        busy={state === 'busy'}
        onClick={() => void press()}
      >
        {action}
      </Button>
    </AccountFrame>
  )
}

type Outcome = { title: string; text: ReactNode; way: { to: string; name: string }; good?: boolean }

/** How it ended, and the way on. */
export const LinkOutcome = ({ title, text, way, good = false }: Outcome) => (
  <AccountFrame title={title}>
    <div className="panel grid justify-items-start gap-5 p-6" role="status">
      <p className="flex gap-3">
        <Icon
          name={good ? 'check-circle' : 'warning-circle'}
          size="l"
          className={`mt-0.5 shrink-0 ${good ? 'text-up' : 'text-warn'}`}
        />
        <span>{text}</span>
      </p>
      <ButtonLink to={way.to}>{way.name}</ButtonLink>
    </div>
  </AccountFrame>
)
