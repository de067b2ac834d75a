/** What a member has in the vault: shown with a reason, corrected by two people. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams, Money } from '../../../ui/figures.tsx'
import { formatGrams, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import type { MemberVaultView } from '../../../vault/adjustment-contract.ts'
import { signOf, wordsOf } from '../../../vault/pages/movement-words.ts'
import { isNothing } from '../../../vault/pages/typed-amount-rules.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { MemberRowView } from '../members-contract.ts'
import { AdjustDialog } from './adjust-dialog.tsx'

type Place = MemberVaultView['stores'][number]

export function MemberVault({ member: { id, name, store } }: { member: MemberRowView }) {
  const may = useMay()
  const [vault, setVault] = useState<MemberVaultView | null>(null)
  const [adjusting, setAdjusting] = useState(false)
  const { ask, dialog } = useReasonDialog(() => {})
  const show = () =>
    ask({
      title: m.office_members_vault_show(),
      text: m.office_members_vault_show_text({ name }),
      confirm: m.office_members_vault_show(),
      run: async (reason) =>
        setVault(await officePost<MemberVaultView>('/members/vault', { member_id: id, reason }, { quiet: true })),
      done: m.office_members_vault_shown(),
    })
  return (
    <section className="office-panel grid gap-4">
      <div>
        <h2 className="h3">{m.office_members_vault()}</h2>
        {!vault && <p className="small mt-1 text-ink-2">{m.office_members_vault_text()}</p>}
      </div>
      {vault?.stores.length === 0 && <p className="small text-ink-2">{m.office_members_vault_none()}</p>}
      {vault?.stores.map((place) => (
        <Place key={place.store} place={place} />
      ))}
      <div className="flex flex-wrap gap-2">
        {may('members.reveal') && (
          <Button kind="ghost" size="s" onClick={show}>
            {m.office_members_vault_show()}
          </Button>
        )}
        {may('members.adjust') && (
          <Button kind="ghost" size="s" onClick={() => setAdjusting(true)}>
            {m.office_members_adjust()}
          </Button>
        )}
      </div>
      {adjusting && <AdjustDialog member={{ id, name, store }} close={() => setAdjusting(false)} />}
      {dialog}
    </section>
  )
}

function Place({ place }: { place: Place }) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  const { currency, gold_held, cash_held, uncleared_gold, uncleared_cash, clears_at, disputed, movements } = place
  const both = (grams: string, amount: string) =>
    [
      ...(isNothing(grams) ? [] : [formatGrams(grams, language())]),
      ...(isNothing(amount) ? [] : [formatMoney(amount, currency, language())]),
    ].join(' · ')
  const [held, uncleared] = [both(gold_held, cash_held), both(uncleared_gold, uncleared_cash)]
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{nameOf(place.store)}</h3>
      {disputed && (
        <p>
          <Tag tone="warn">{m.office_members_vault_disputed()}</Tag>
        </p>
      )}
      <Facts
        facts={[
          { label: m.office_members_vault_gold(), value: <Grams weight={place.gold} /> },
          { label: m.office_members_vault_cash(), value: <Money amount={place.cash} currency={currency} /> },
          ...(held ? [{ label: m.office_members_vault_held(), value: held }] : []),
          ...(uncleared ? [{ label: m.office_members_vault_uncleared(), value: uncleared }] : []),
          ...(clears_at ? [{ label: m.office_members_vault_clears(), value: moment(clears_at) }] : []),
        ]}
      />
      {movements.length > 0 && (
        <>
          <h4 className="small font-semibold">{m.office_members_vault_movements()}</h4>
          <ul>
            {movements.map(({ id, kind, at, gold, cash }) => (
              <li key={id} className="small flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
                <span>
                  {wordsOf({ kind, gold: signOf(gold), cash: signOf(cash) }).name()}
                  <span className="fine block text-ink-2">{moment(at)}</span>
                </span>
                <span className="fig">{both(gold, cash)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
