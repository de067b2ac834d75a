/** /admin/vault/places: where bars lie, who keeps them there, and what they are insured for. */

import type { PlaceRow } from '../../../backing/places/place-contract.ts'
import { placeStates } from '../../../backing/register/bar-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams, Money } from '../../../ui/figures.tsx'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { PlaceDialog } from './place-dialog.tsx'

export const handle: OfficeHandle = { permission: 'vault.see' }

const stateWords = { open: m.office_vault_place_state_open, closed: m.office_vault_place_state_closed }
const keeperOf = ({ keeper }: PlaceRow) => keeper ?? m.office_vault_keeper_none()

export default function PlacesPage() {
  const { filter, nameOf } = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_vault_title()}</h1>
      <OfficeTabs />
      <DataTable<PlaceRow>
        name={m.office_vault_tab_places()}
        path="/vault/places"
        filters={[
          { name: 'q', kind: 'search', label: m.office_vault_place_search() },
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: placeStates.map((value) => ({ value, label: stateWords[value]() })),
          },
          filter,
        ]}
        columns={columnsOf(nameOf)}
        rowId={({ store, code }) => `${store}:${code}`}
        rowName={(place) => `${place.code}, ${keeperOf(place)}`}
        empty={m.office_vault_places_empty()}
        action={(reload) => <Opening done={reload} />}
        detail={(place, close, reload) => <PlaceDetail place={place} close={close} done={reload} />}
      />
    </>
  )
}

const columnsOf = (nameOf: (store: string) => string): Column<PlaceRow>[] => [
  {
    key: 'code',
    head: m.office_vault_place(),
    cell: (place) => (
      <>
        <span className="font-semibold">{place.code}</span> <span className="text-ink-2">{keeperOf(place)}</span>
      </>
    ),
    phone: 'title',
  },
  {
    key: 'state',
    head: m.office_state(),
    cell: ({ closed_at }) => (
      <Tag tone={closed_at ? 'plain' : 'up'}>{closed_at ? stateWords.closed() : stateWords.open()}</Tag>
    ),
    phone: 'side',
  },
  { key: 'store', head: m.office_store(), cell: ({ store }) => nameOf(store), phone: 'below' },
  {
    key: 'bars',
    head: m.office_vault_place_bars(),
    cell: ({ bars }) => formatCount(bars, language()),
    right: true,
  },
  {
    key: 'fine',
    head: m.office_vault_fine(),
    cell: ({ fine_weight }) => <Grams weight={fine_weight} />,
    right: true,
    phone: 'below-side',
  },
]

function Opening({ done }: { done: () => Promise<void> }) {
  const may = useMay()
  if (!may('vault.places')) return null
  return (
    <DialogButton
      kind="primary"
      name={m.office_vault_place_open()}
      dialog={(close) => <PlaceDialog done={done} close={close} />}
    />
  )
}

type DetailProps = { place: PlaceRow; close: () => void; done: () => Promise<void> }

function PlaceDetail({ place, close, done }: DetailProps) {
  const { code, store, address, insured, currency, opened_at, closed_at, bars, fine_weight, on_the_way } = place
  const { nameOf } = useStores()
  const { moment } = useTimes()
  return (
    <Detail title={code} aside={keeperOf(place)} onClose={close}>
      {!closed_at && <Actions place={place} done={done} />}
      <Facts
        facts={[
          { label: m.office_store(), value: nameOf(store) },
          { label: m.office_vault_place_bars(), value: formatCount(bars, language()) },
          { label: m.office_vault_fine(), value: <Grams weight={fine_weight} /> },
          ...(on_the_way > 0
            ? [{ label: m.office_vault_place_on_the_way(), value: formatCount(on_the_way, language()) }]
            : []),
          { label: m.office_vault_address(), value: address ?? m.office_vault_keeper_none() },
          {
            label: m.office_vault_insured(),
            value: insured ? <Money amount={insured} currency={currency} /> : m.office_vault_keeper_none(),
          },
          { label: m.office_vault_place_opened(), value: moment(opened_at) },
          ...(closed_at ? [{ label: m.office_vault_place_closed_at(), value: moment(closed_at) }] : []),
        ]}
      />
    </Detail>
  )
}

function Actions({ place, done }: Omit<DetailProps, 'close'>) {
  const { store, code, bars, on_the_way } = place
  const may = useMay()
  const { ask, dialog } = useReasonDialog(done)
  if (!may('vault.places')) return null
  return (
    <div className="flex flex-wrap gap-2">
      <DialogButton
        name={m.office_vault_place_change()}
        dialog={(close) => <PlaceDialog place={place} done={done} close={close} />}
      />
      {bars + on_the_way === 0 && (
        <Button
          kind="danger"
          size="s"
          onClick={() =>
            ask({
              ...{ title: m.office_vault_place_close_title({ code }), text: m.office_vault_place_close_text() },
              ...{ confirm: m.office_vault_place_close(), tone: 'danger' },
              run: (reason) => officePost('/vault/closePlace', { store, code, reason }, { quiet: true }),
              done: m.office_vault_place_close_done({ code }),
            })
          }
        >
          {m.office_vault_place_close()}
        </Button>
      )}
      {dialog}
    </div>
  )
}
