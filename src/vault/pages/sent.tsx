/** What was sent, at once. */
import { useEffect, useRef } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Moment } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import type { TransferView } from '../transfer-contract.ts'
import { ReceiptLink } from './receipt-link.tsx'
import { vaultPlaces } from './trade-places.ts'

export function Sent({ sent, onAgain }: { sent: TransferView; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const words = { grams: formatGrams(sent.weight, language()), name: sent.other }
  return (
    <>
      <h1 ref={title} tabIndex={-1} className="h1 flex items-center gap-3 outline-none">
        <Icon name="check-circle" className="size-9! text-up" />
        {sent.state === 'waiting' ? m.vault_sent_waits(words) : m.vault_sent_title(words)}
      </h1>
      <section className="panel mt-7 p-5 md:p-6" aria-label={m.vault_number()}>
        <dl className="kv">
          <dt>{m.vault_number()}</dt>
          <dd>{sent.number}</dd>
          <dt>{m.vault_send_to()}</dt>
          <dd>{sent.other}</dd>
          <dt>{m.vault_when()}</dt>
          <dd>
            <Moment at={sent.made_at} />
          </dd>
          {sent.ends_at && (
            <>
              <dt>{m.vault_sent_until()}</dt>
              <dd>
                <Moment at={sent.ends_at} />
              </dd>
            </>
          )}
        </dl>
        {sent.ends_at && <p className="small mt-4 text-ink-2">{m.vault_sent_waits_text()}</p>}
      </section>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={vaultPlaces.home}>{m.vault_to_vault()}</ButtonLink>
        {sent.state === 'accepted' && <ReceiptLink of={sent.transfer_id} kind="ghost" />}
        <Button kind="ghost" onClick={onAgain}>
          {m.vault_send_again()}
        </Button>
      </div>
    </>
  )
}
