/** `/unsubscribe?link=…`: ends messages of one kind without a sign-in. Opening it changes nothing; a press does. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ErrorState } from '../../ui/states.tsx'
import type { Route } from './+types/unsubscribe-page'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: m.mail_unsubscribe_title(), description: m.mail_unsubscribe_lead() }),
  { name: 'robots', content: 'noindex' },
]

type State = 'asking' | 'busy' | 'ended' | 'no link' | 'failed'

export default function UnsubscribePage() {
  const link = useSearchParams()[0].get('link') ?? ''
  const [state, setState] = useState<State>(/^[\w-]{1,400}$/.test(link) ? 'asking' : 'no link')

  async function end() {
    setState('busy')
    try {
      await dataOf(post('/mail/unsubscribe', { link }, { beside: true }))
      setState('ended')
    } catch (failure) {
      setState(failure instanceof ApiError && failure.error === 'not_found' ? 'no link' : 'failed')
    }
  }

  return (
    <>
      <PageHead title={m.mail_unsubscribe_title()} lead={m.mail_unsubscribe_lead()} />
      <div className="max-w-[560px]">
        {state === 'no link' ? (
          <ErrorState title={m.mail_unsubscribe_no_link()} text={m.mail_unsubscribe_no_link_text()} action={<Shop />} />
        ) : state === 'ended' ? (
          <div className="panel grid justify-items-start gap-4 p-6" role="status">
            <p className="h3 flex items-center gap-2">
              <Icon name="check-circle" size="l" className="text-up" />
              {m.mail_unsubscribe_done()}
            </p>
            <p className="text-ink-2">{m.mail_unsubscribe_done_text()}</p>
            <Shop />
          </div>
        ) : (
          <div className="grid justify-items-start gap-4">
            <Button size="l" busy={state === 'busy'} onClick={end}>
              {m.mail_unsubscribe_end()}
            </Button>
            <p className="small font-semibold text-down" role="alert">
              {state === 'failed' ? m.mail_unsubscribe_failed() : ''}
            </p>
          </div>
        )}
      </div>
    </>
  )
}

const Shop = () => (
  <ButtonLink kind="ghost" to="/product/product">
    {m.mail_unsubscribe_shop()}
  </ButtonLink>
)
