/** /admin/vault: what each store owes in gold and has, whether it sells, and the register of its bars. */
import { useState } from 'react'
import { type BarState, barStates } from '../../../backing/register/bar-rules.ts'
import type { BarRow } from '../../../backing/register/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Grams } from '../../../ui/figures.tsx'
import { formatFineness } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { BarDetail } from './bar-detail.tsx'
import { ReceiveBarsDialog } from './receive-bars-dialog.tsx'
import { StoreBacking } from './store-backing.tsx'

export const handle: OfficeHandle = { permission: 'vault.see' }

const stateWords: Record<BarState, () => string> = {
  available: m.office_vault_available,
  in_transit: m.office_vault_in_transit,
  pledged: m.office_vault_pledged,
  missing: m.office_vault_missing,
}

const stateTones = { available: 'up', in_transit: 'warn', pledged: 'warn', missing: 'down' } as const satisfies Record<
  BarState,
  string
>

export default function VaultPage() {
  const { stores } = useShell()
  const [round, setRound] = useState(0)
  const changed = () => setRound((count) => count + 1)
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_vault_title()}</h1>
      <OfficeTabs />
      <div className="mb-8 grid gap-4 xl:grid-cols-2">
        {stores.map(({ code, name }) => (
          <StoreBacking key={`${code} ${round}`} store={code} name={name} />
        ))}
      </div>
      <h2 className="h3 mb-3">{m.office_vault_register()}</h2>
      <Register changed={changed} />
    </>
  )
}

function useColumns(): Column<BarRow>[] {
  const { nameOf } = useStores()
  const { moment } = useTimes()
  return [
    {
      key: 'serial',
      head: m.office_vault_serial(),
      cell: ({ serial, maker }) => (
        <>
          <span className="tabular-nums">{serial}</span> <span className="text-ink-2">{maker}</span>
        </>
      ),
      phone: 'title',
    },
    {
      key: 'state',
      head: m.office_state(),
      cell: ({ state }) => <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>,
      phone: 'side',
    },
    { key: 'store', head: m.office_store(), cell: ({ store, place }) => `${nameOf(store)}, ${place}`, phone: 'below' },
    {
      key: 'fineness',
      head: m.office_vault_fineness(),
      cell: ({ fineness }) => formatFineness(fineness, language()),
      right: true,
    },
    {
      key: 'fine',
      head: m.office_vault_fine(),
      cell: ({ fine_weight }) => <Grams weight={fine_weight} />,
      right: true,
      phone: 'below-side',
    },
    { key: 'since', head: m.office_vault_since(), cell: ({ since }) => moment(since), right: true },
  ]
}

function Register({ changed }: { changed: () => void }) {
  const { stores } = useShell()
  const columns = useColumns()
  const may = useMay()
  return (
    <DataTable<BarRow>
      name={m.office_vault_register()}
      path="/vault/bars"
      filters={[
        { name: 'q', kind: 'search', label: m.office_vault_search() },
        {
          name: 'state',
          kind: 'choice',
          label: m.office_state(),
          choices: barStates.map((state) => ({ value: state, label: stateWords[state]() })),
        },
        {
          name: 'store',
          kind: 'choice',
          label: m.office_store(),
          choices: stores.map(({ code, name }) => ({ value: code, label: name })),
        },
      ]}
      {...(may('vault.export') ? { csv: '/vault/exportBars' } : {})}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ serial, maker }) => `${serial}, ${maker}`}
      detail={(row, close, reload) => (
        <BarDetail
          key={`${row.id} ${row.state} ${row.asked}`}
          bar={row}
          close={close}
          done={async () => {
            await reload()
            changed()
          }}
        />
      )}
      empty={m.office_vault_empty()}
      action={(reload) => (
        <Receive
          done={async () => {
            await reload()
            changed()
          }}
        />
      )}
    />
  )
}

function Receive({ done }: { done: () => Promise<void> }) {
  const may = useMay()
  if (!may('vault.receive')) return null
  return (
    <DialogButton
      kind="primary"
      name={m.office_vault_receive()}
      dialog={(close) => <ReceiveBarsDialog done={done} close={close} />}
    />
  )
}
