/** /admin/vault/desk: what the chosen store is bound to and owns at this moment, its members' cash, and its hedges. */
import { useState } from 'react'
import type { DeskView, HedgeView } from '../../../backing/hedges/hedge-contract.ts'
import { type HedgeSide, hedgeSides } from '../../../backing/hedges/hedge-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams, Money } from '../../../ui/figures.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { CashFloat } from '../../kit/pages/cash-float.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { OpenExposure } from '../../kit/pages/open-exposure.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { BankBalance } from './bank-balance.tsx'
import { HedgeDetail } from './hedge-detail.tsx'
import { NoteHedgeDialog } from './note-hedge-dialog.tsx'

export const handle: OfficeHandle = { permission: 'vault.see' }

export default function DeskPage() {
  const { store } = useShell()
  const { data, failed, reload } = useOffice<DeskView>('/vault/desk', { store: store.code })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_vault_title()}</h1>
      <OfficeTabs />
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="mb-8 h-64" />}
      {data && (
        <div className="mb-8 grid items-start gap-4 xl:grid-cols-2">
          <OpenExposure exposure={data.exposure} />
          <div className="grid gap-4">
            <NetPosition metal={data.metal} />
            <CashFloat float={data.cash_float} currency={data.currency} />
            {data.cash_float && <BankBalance store={store.code} />}
          </div>
        </div>
      )}
      <h2 className="h3 mb-3">{m.office_vault_hedges()}</h2>
      <Hedges store={store.code} changed={reload} />
    </>
  )
}

function NetPosition({ metal: { open, hedged, net } }: Pick<DeskView, 'metal'>) {
  const grams = (text: string) => formatGrams(text, language())
  const facts = [
    { label: m.office_vault_net_open(), value: grams(open) },
    { label: m.office_vault_net_hedged(), value: grams(hedged) },
  ]
  return (
    <section className="office-panel">
      <h2 className="h3 mb-1">{m.office_vault_net()}</h2>
      <p className="small mb-3 text-ink-2">{m.office_vault_net_text()}</p>
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{m.office_vault_net_sum()}</span>
        <strong className="fig h3">{grams(net)}</strong>
      </p>
      <dl className="office-facts counts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const sideWords: Record<HedgeSide, () => string> = { buy: m.office_vault_hedge_buy, sell: m.office_vault_hedge_sell }

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_vault_hedge_search() },
  {
    name: 'side',
    kind: 'choice',
    label: m.office_vault_hedge_side(),
    choices: hedgeSides.map((value) => ({ value, label: sideWords[value]() })),
  },
]

function Hedges({ store, changed }: { store: string; changed: () => Promise<void> }) {
  const may = useMay()
  const { moment } = useTimes()
  const [noting, setNoting] = useState(false)
  return (
    <DataTable<HedgeView>
      name={m.office_vault_hedges()}
      path="/vault/hedges"
      fixed={{ store }}
      filters={filters()}
      columns={columnsOf(moment)}
      rowId={({ id }) => id}
      rowName={({ number, counterparty }) => `${number}, ${counterparty}`}
      empty={m.office_vault_hedges_empty()}
      {...(may('vault.export') ? { csv: '/vault/exportHedges' } : {})}
      action={(reload) =>
        may('vault.hedge') && (
          <>
            <Button size="s" onClick={() => setNoting(true)}>
              {m.office_vault_hedge_note()}
            </Button>
            {noting && (
              <NoteHedgeDialog
                store={store}
                close={() => setNoting(false)}
                done={async () => {
                  await Promise.all([reload(), changed()])
                }}
              />
            )}
          </>
        )
      }
      detail={(hedge, close, reload) => (
        <HedgeDetail
          hedge={hedge}
          close={close}
          done={async () => {
            await Promise.all([reload(), changed()])
          }}
        />
      )}
    />
  )
}

const columnsOf = (moment: (text: string) => string): Column<HedgeView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, counterparty }) => (
      <>
        <span className="tabular-nums">{number}</span> <span className="text-ink-2">{counterparty}</span>
      </>
    ),
    phone: 'title',
  },
  {
    key: 'side',
    head: m.office_vault_hedge_side(),
    cell: ({ side, corrects, corrected_by }) => (
      <>
        {sideWords[side]()}{' '}
        {(corrects ?? corrected_by) && (
          <Tag tone="plain">{corrects ? m.office_vault_hedge_counter() : m.office_vault_hedge_taken_back()}</Tag>
        )}
      </>
    ),
    phone: 'below',
  },
  {
    key: 'grams',
    head: m.office_vault_fine(),
    cell: ({ grams }) => <Grams weight={grams} />,
    right: true,
    phone: 'side',
  },
  {
    key: 'price',
    head: m.office_vault_hedge_price(),
    cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
    right: true,
  },
  { key: 'reference', head: m.office_vault_hedge_reference(), cell: ({ reference }) => reference },
  {
    key: 'traded_at',
    head: m.office_vault_hedge_traded(),
    cell: ({ traded_at }) => moment(traded_at),
    right: true,
    phone: 'below-side',
  },
]
