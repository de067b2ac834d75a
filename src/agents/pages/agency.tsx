/** An application or agency: its state, what it says, and what its member may do about it. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { ErrorState, Tag, Timeline } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { isSigned } from '../agent-rules.ts'
import type { AgentPageView, AgentView } from '../contract.ts'
import { stateSentences, stateTones, stateWords } from './agent-words.ts'

type Props = { agent: AgentView; onChanged: (page: AgentPageView) => void }

export function Agency({ agent, onChanged }: Props) {
  const { number, state, began_at: began, tax_number_end: end, contract } = agent
  return (
    <section className="panel mt-8 grid gap-4 p-5 sm:p-6" aria-labelledby="agency">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="h3" id="agency">
          {isSigned(state) ? m.agents_agency() : m.agents_application()}
        </h2>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <p>{stateSentences[state]()}</p>
      <dl className="kv small">
        <dt>{m.agents_number()}</dt>
        <dd>{number}</dd>
        {began && (
          <>
            <dt>{m.agents_since()}</dt>
            <dd>
              <Moment at={began} />
            </dd>
          </>
        )}
        <dt>{m.agents_tax()}</dt>
        <dd>{end ? `•••• ${end}` : m.agents_tax_none()}</dd>
      </dl>
      <details className="small">
        <summary className="min-h-11 cursor-pointer content-center font-medium">{m.agents_timeline()}</summary>
        <div className="mt-3">
          <Timeline steps={stepsOf(agent)} />
        </div>
      </details>
      <div className="flex flex-wrap gap-3">
        {contract && (
          <DownloadButton
            path="/agents/contract"
            query={{ agent_id: agent.agent_id }}
            name={m.agents_contract_download()}
          />
        )}
        <Leave agent={agent} onChanged={onChanged} />
      </div>
    </section>
  )
}

const byWords = { member: m.agents_by_member, desk: m.agents_by_desk, shop: m.agents_by_shop }

const stepsOf = ({ timeline }: AgentView) =>
  timeline.map(({ to, by, reason, at }, place) => ({
    key: `${timeline.length - place}`,
    state: place === 0 ? ('now' as const) : ('done' as const),
    title: stateWords[to](),
    text: reason ? `${byWords[by]()}: ${reason}` : byWords[by](),
    at: <Moment at={at} />,
  }))

function Leave({ agent: { agent_id, state, number }, onChanged }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  async function during(run: () => Promise<void>) {
    setBusy(true)
    setRefused(null)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const withdraw = () =>
    during(async () => {
      onChanged(await dataOf(send<AgentPageView>('/agents/withdraw', { agent_id }, { beside: true })))
      toastDone(m.agents_withdrawn_toast())
    })
  const end = () =>
    during(async () => {
      const answer = await askPin({
        title: m.agents_end(),
        lines: [[m.agents_number(), number]],
        text: m.agents_end_sentence(),
        action: m.agents_end(),
        toldBehind: true,
        submit: (pin) => send<AgentPageView>('/agents/end', { agent_id, pin }, { beside: true }),
      })
      if (answer?.status !== 'success') return
      onChanged(answer.data)
      toastDone(m.agents_ended_toast())
    })
  return (
    <>
      {state === 'applied' && (
        <Button kind="ghost" busy={busy} onClick={() => void withdraw()}>
          {m.agents_withdraw()}
        </Button>
      )}
      {state === 'active' && (
        <Button kind="ghost" busy={busy} onClick={() => void end()}>
          {m.agents_end()}
        </Button>
      )}
      {refused && <ErrorState title={refused} />}
    </>
  )
}
