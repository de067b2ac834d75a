/** /admin/delivery: where a store's pieces are collected, and on which days nothing leaves. */
import { useSearchParams } from 'react-router'
import type { OfficePointsView } from '../../../delivery/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import type { SettingsView } from '../settings-contract.ts'
import { Holidays } from './holidays.tsx'
import { Points } from './points.tsx'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function DeliveryPage() {
  const { stores, store: own } = useShell()
  const [search, setSearch] = useSearchParams()
  const store = stores.find(({ code }) => code === search.get('store'))?.code ?? own.code
  const { data, failed, reload } = useOffice<OfficePointsView>('/settings/points', { store })
  const { data: said, reload: reloadSaid } = useOffice<SettingsView>('/settings/list', { store })
  const holidays = said?.names.find(({ name }) => name === 'holidays')
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_delivery_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_delivery_lead()}</p>
      {stores.length > 1 && (
        <div className="mb-5 max-w-xs">
          <Select
            label={m.office_store()}
            value={store}
            onChange={({ currentTarget }) => setSearch({ store: currentTarget.value }, { replace: true })}
            choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </div>
      )}
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      {data && <Points key={store} store={store} points={data.points} reload={reload} />}
      {holidays && (
        <div className="mt-8 grid items-start gap-5 xl:grid-cols-2">
          <Holidays key={store} store={store} setting={holidays} reload={reloadSaid} />
        </div>
      )}
    </>
  )
}
