/** The member's payout accounts: which is the default, which waits, and how to take one away. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { accountName } from '../account-name-rules.ts'
import type { DestinationView } from '../contract.ts'

export function DestinationList({ destinations }: { destinations: DestinationView[] }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)

  async function change(act: () => Promise<string | null>) {
    setBusy(true)
    try {
      const done = await act()
      if (done) toastDone(done)
    } catch {
      // The refusal was said in a toast; the list is shown as it is now.
    }
    await revalidate()
    setBusy(false)
  }

  const prefer = (one: DestinationView) =>
    change(async () => {
      await dataOf(send('/user/defaultPayoutAccount', { id: one.id }))
      return m.payouts_default_made({ account: accountName(one) })
    })
  const remove = (one: DestinationView) =>
    change(async () => {
      const removed = await askPin<unknown>({
        title: m.payouts_remove_title(),
        lines: [
          [m.payouts_one(), accountName(one)],
          [m.payouts_holder(), one.holder],
        ],
        text: m.payouts_remove_text(),
        action: m.payouts_remove_named({ account: accountName(one) }),
        submit: (pin) => dataOf(send('/user/removePayoutAccount', { id: one.id, pin }, { beside: true })),
      })
      return removed === null ? null : m.payouts_removed({ account: accountName(one) })
    })

  if (destinations.length === 0) return <p className="border-y border-line py-5 text-ink-2">{m.payouts_none()}</p>
  return (
    <ul className="border-t border-line">
      {destinations.map((one) => (
        <Row key={one.id} one={one} busy={busy} onPrefer={() => void prefer(one)} onRemove={() => void remove(one)} />
      ))}
    </ul>
  )
}

type RowProps = { one: DestinationView; busy: boolean; onPrefer: () => void; onRemove: () => void }

const Row = ({ one, busy, onPrefer, onRemove }: RowProps) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-line py-4 sm:grid-cols-[24px_minmax(0,1fr)_auto]">
    <Icon name={one.kind === 'bank' ? 'bank' : 'wallet'} className="mt-0.5 self-start" />
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium tabular-nums">{accountName(one)}</span>
        {one.is_default && <Tag tone="nila">{m.payouts_default()}</Tag>}
      </p>
      <p className="small break-words text-ink-2">{one.holder}</p>
      {one.usable_from && (
        <p className="small mt-1 flex items-start gap-1.5 text-warn">
          <Icon name="clock" size="s" className="mt-0.5 flex-none" />
          <span>
            {m.payouts_usable_from()} <Moment at={one.usable_from} />
          </span>
        </p>
      )}
    </div>
    <div className="flex flex-wrap gap-x-1 max-sm:col-start-2 max-sm:-ml-3">
      {!one.is_default && (
        <Button
          kind="quiet"
          size="s"
          busy={busy}
          aria-label={`${m.payouts_make_default()}: ${accountName(one)}`}
          onClick={onPrefer}
        >
          {m.payouts_make_default()}
        </Button>
      )}
      <Button
        kind="quiet"
        size="s"
        busy={busy}
        aria-label={`${m.payouts_remove()}: ${accountName(one)}`}
        onClick={onRemove}
      >
        {m.payouts_remove()}
      </Button>
    </div>
  </li>
)
