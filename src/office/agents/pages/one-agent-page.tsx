/** /admin/agents/agent?id=…: one agent as staff see them, with what may be done next. */
import type { OfficeAgentView } from '../../../agents/office-contract.ts'
import { stateTones, stateWords } from '../../../agents/pages/agent-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatGrams, formatMonth } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { Block, StepsOfStaff } from '../../kit/pages/block.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { MemberLink } from '../../kit/pages/member-link.tsx'
import { officeDownload, officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { TaxNumber } from './tax-number.tsx'

export const handle: OfficeHandle = { permission: 'agents.see' }

export default function OneAgentPage() {
  return (
    <OneById<OfficeAgentView>
      path="/agents/agent"
      field="agent_id"
      back={{ to: '/admin/agents', name: m.office_agents_back() }}
      title={m.office_agents_title()}
      none={m.office_agents_none()}
      failed={m.office_agents_failed()}
    >
      {(agent, reload) => <OneAgent key={agent.agent_id} agent={agent} reload={reload} />}
    </OneById>
  )
}

type Props = { agent: OfficeAgentView; reload: () => Promise<void> }

function OneAgent({ agent, reload }: Props) {
  const { moment } = useTimes()
  const stores = useStores()
  const { number, state, member, member_id: memberId, timeline, store, applied_at: at, words } = agent
  return (
    <>
      <title>{`${number} · Karat`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1">{number}</h1>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <p className="small mt-1 text-ink-2">
        {member} · {stores.nameOf(store)} · {moment(at)}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          <Block title={m.office_agents_words()}>
            <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-line">
              {words || '–'}
            </blockquote>
          </Block>
          {agent.began_at && (
            <Block title={m.office_agents_slips()}>
              <Slips agent={agent} />
            </Block>
          )}
          <Block title={m.office_agents_timeline()}>
            <StepsOfStaff steps={timeline} words={stateWords} />
          </Block>
        </div>
        <div className="grid min-w-0 gap-5 max-xl:-order-1">
          <Next agent={agent} reload={reload} />
          <Block title={m.office_agents_facts()}>
            <AgentFacts agent={agent} />
            <div>
              <MemberLink id={memberId} />
            </div>
          </Block>
        </div>
      </div>
    </>
  )
}

function AgentFacts({ agent }: { agent: OfficeAgentView }) {
  const { agent_id, contract, began_at: began, clients, earned, paid, currency } = agent
  const { moment } = useTimes()
  return (
    <Facts
      facts={[
        { label: m.agents_tax(), value: <TaxNumber agent={agent} /> },
        ...(began ? [{ label: m.agents_since(), value: moment(began) }] : []),
        { label: m.office_agents_clients_count(), value: clients },
        { label: m.office_agents_earned(), value: money({ amount: earned, currency }) },
        { label: m.office_agents_paid(), value: money({ amount: paid, currency }) },
        ...(began ? [{ label: m.office_agents_goes(), value: goesWords(agent.goes) }] : []),
        ...(contract
          ? [
              {
                label: m.office_agents_contract(),
                value: (
                  <Button
                    kind="ghost"
                    size="s"
                    onClick={() => void officeDownload('/agents/contract', { agent_id }).catch(() => null)}
                  >
                    {contract}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

const goesWords = ({ to, account }: OfficeAgentView['goes']) =>
  to === 'vault'
    ? m.office_agents_goes_vault()
    : to === 'account'
      ? m.office_agents_goes_account({ account: account ?? '–' })
      : m.office_agents_goes_usual()

function Slips({ agent: { slips, currency } }: { agent: OfficeAgentView }) {
  if (slips.length === 0) return <p className="text-ink-2">{m.office_agents_slips_none()}</p>
  return (
    <ul className="border-t border-line">
      {slips.map(({ slip_id: id, number, month, net, went }) => (
        <li key={id} className="grid gap-1 border-b border-line py-3">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">
              {number} · {formatMonth(Date.parse(month), 'UTC', language())}
            </span>
            <span className="tabular-nums">{money({ amount: net, currency })}</span>
          </div>
          <span className="small text-ink-2">{wentOf(went)}</span>
        </li>
      ))}
    </ul>
  )
}

function wentOf({ to, grams, account, fell_back: why }: OfficeAgentView['slips'][number]['went']): string {
  if (to === 'vault' && grams) return m.office_agents_went_vault({ grams: formatGrams(grams, language()) })
  if (to === 'account') return m.office_agents_went_account({ account: account ?? '–' })
  const usual = m.office_agents_went_usual()
  return why ? `${usual} · ${m.office_agents_fell({ why: fellOfStaff[why]() })}` : usual
}

const fellOfStaff = {
  too_small: m.office_agents_fell_too_small,
  level: m.office_agents_fell_level,
  agreement: m.office_agents_fell_agreement,
  disputed: m.office_agents_fell_disputed,
}

const words = {
  approve: [
    m.office_agents_approve,
    m.office_agents_approve_title,
    m.office_agents_approve_text,
    m.office_agents_approved,
  ],
  refuse: [m.office_agents_refuse, m.office_agents_refuse_title, m.office_agents_refuse_text, m.office_agents_refused],
  suspend: [
    ...[m.office_agents_suspend, m.office_agents_suspend_title],
    ...[m.office_agents_suspend_text, m.office_agents_suspended],
  ],
  resume: [m.office_agents_resume, m.office_agents_resume_title, m.office_agents_resume_text, m.office_agents_resumed],
  end: [m.office_agents_end, m.office_agents_end_title, m.office_agents_end_text, m.office_agents_ended],
} as const

const isAnswer = (decision: OfficeAgentView['may'][number]) => decision === 'approve' || decision === 'refuse'

/** Nothing where nothing can be done, or not by this reader. */
function Next({ agent: { agent_id, number, may: legal }, reload }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const open = legal.filter((one) => may(isAnswer(one) ? 'agents.decide' : 'agents.suspend'))
  const post = (decision: (typeof legal)[number]) => (reason: string) =>
    isAnswer(decision)
      ? officePost('/agents/decide', { agent_id, decision, reason }, { quiet: true })
      : officePost('/agents/suspend', { agent_id, decision, reason }, { quiet: true })
  if (open.length === 0) return null
  return (
    <Block title={m.office_agents_next()}>
      <div className="flex flex-wrap gap-2">
        {open.map((one) => {
          const [action, title, text, done] = words[one]
          const isSoft = one === 'approve' || one === 'resume'
          return (
            <Button
              key={one}
              kind={isSoft ? 'primary' : 'ghost'}
              onClick={() =>
                ask({
                  ...{ title: title({ number }), text: text(), confirm: action() },
                  ...(isSoft ? {} : { tone: 'danger' }),
                  run: post(one),
                  done: done({ number }),
                })
              }
            >
              {action()}
            </Button>
          )
        })}
      </div>
      {dialog}
    </Block>
  )
}
