/** What a member has sent and got; what waits can be taken by who is to have it, and recalled by who sent it. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { ErrorState, Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { TransferView } from '../transfer-contract.ts'
import { type Taking, useTaking } from './use-taking.ts'

type ListProps = { transfers: TransferView[]; onChanged: () => Promise<void> }

const states = {
  waiting: { name: m.vault_transfer_waiting, tone: 'warn' },
  accepted: { name: m.vault_transfer_accepted, tone: 'up' },
  recalled: { name: m.vault_transfer_recalled, tone: 'plain' },
  returned: { name: m.vault_transfer_returned, tone: 'plain' },
} as const

export function TransferList({ transfers, onChanged }: ListProps) {
  if (transfers.length === 0) return null
  return (
    <section className="mt-12 max-w-[720px]" aria-labelledby="transfers">
      <h2 className="h3 mb-2" id="transfers">
        {m.vault_transfers()}
      </h2>
      <ul className="border-t border-line">
        {transfers.map((transfer) => (
          <Line key={transfer.transfer_id} transfer={transfer} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

function Line({ transfer, onChanged }: { transfer: TransferView; onChanged: ListProps['onChanged'] }) {
  const { way, state, weight, other, note, number, made_at, ends_at } = transfer
  const isOut = way === 'sent'
  const { name, tone } = states[state]
  const grams = formatGrams(weight, language())
  return (
    <li className="grid gap-2 border-b border-line py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 font-semibold break-words">
          {isOut ? m.vault_transfer_to({ name: other }) : m.vault_transfer_from({ name: other })}
        </span>
        <span className="font-semibold tabular-nums">{isOut ? `−${grams}` : `+${grams}`}</span>
      </div>
      <p className="small flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <Tag tone={tone}>{name()}</Tag>
        <span>{number}</span>
        <Moment at={made_at} />
      </p>
      {note && <p className="small break-words">“{note}”</p>}
      {state === 'waiting' && ends_at && (
        <div className="grid gap-3">
          <p className="small text-ink-2">
            {m.vault_sent_until()} <Moment at={ends_at} />
          </p>
          {isOut ? (
            <Recall transfer={transfer} onChanged={onChanged} />
          ) : (
            <Take transfer={transfer} onChanged={onChanged} />
          )}
        </div>
      )}
    </li>
  )
}

function Recall({ transfer, onChanged }: { transfer: TransferView; onChanged: ListProps['onChanged'] }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  async function recall() {
    setBusy(true)
    try {
      await dataOf(send<TransferView>('/trade/transfer_recall', { transfer_id: transfer.transfer_id }))
      toastDone(m.vault_transfer_recalled_done({ grams: formatGrams(transfer.weight, language()) }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // Said in a toast; the list below tells how it stands.
    } finally {
      setBusy(false)
    }
    await onChanged()
  }
  return (
    <Button kind="ghost" className="justify-self-start" busy={busy} onClick={() => void recall()}>
      {m.vault_transfer_recall()}
    </Button>
  )
}

function Take({ transfer, onChanged }: { transfer: TransferView; onChanged: ListProps['onChanged'] }) {
  const taking = useTaking('/trade/transfer_claim', { transfer_id: transfer.transfer_id }, onChanged)
  return <TakeButton taking={taking} grams={formatGrams(transfer.weight, language())} />
}

/** With the agreement that taking accepts, once the shop has asked for it, or the way up where the level holds no more. */
export const TakeButton = ({
  taking: { busy, agreement, needs, refused, take },
  grams,
}: {
  taking: Taking
  grams: string
}) => (
  <div className="grid gap-3">
    {refused && <ErrorState title={refused} text={m.vault_take_not_moved()} />}
    {needs && (
      <p className="small">
        {m.vault_take_level()}
        <SentenceGap />
        <Link className="link" to={`/user/kyc/kyc?${new URLSearchParams({ return: location.pathname })}`}>
          {m.vault_deposit_verify_action()}
        </Link>
      </p>
    )}
    {agreement && (
      <p className="small">
        {m.vault_take_accepts({ version: agreement })}
        <SentenceGap />
        <Link to="/agreement" target="_blank" className="link">
          {m.vault_accepts_read()}
        </Link>
      </p>
    )}
    <Button className="justify-self-start" busy={busy} onClick={() => void take()}>
      {agreement ? m.vault_take_agree({ grams }) : m.vault_take({ grams })}
    </Button>
  </div>
)
