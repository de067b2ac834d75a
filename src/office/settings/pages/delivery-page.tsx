/** /admin/delivery: where a store's courier goes and for how much, where pieces are collected, and on which days nothing leaves. */
import type { OfficePointsView, ZonePartsView } from '../../../delivery/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import type { SettingsView } from '../settings-contract.ts'
import { Holidays } from './holidays.tsx'
import { Points } from './points.tsx'
import { RowsSection } from './rows-section.tsx'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function DeliveryPage() {
  const { store: chosen, choice } = useStoreChoice()
  const store = chosen.code
  const { data, failed, reload } = useOffice<OfficePointsView>('/settings/points', { store })
  const { data: said, reload: reloadSaid } = useOffice<SettingsView>('/settings/list', { store })
  const { data: facts } = useOffice<ZonePartsView>('/settings/zoneParts', { store })
  const settingOf = (name: string) => said?.names.find((one) => one.name === name)
  const holidays = settingOf('holidays')
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_delivery_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_delivery_lead()}</p>
      {choice}
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      {data && <Points key={store} store={store} points={data.points} reload={reload} />}
      {said &&
        facts &&
        (['zones', 'couriers'] as const).map((list) => {
          const setting = settingOf(list)
          return (
            setting && (
              <RowsSection
                key={`${store} ${list}`}
                {...{ store, list, setting, facts }}
                isOpen={said.open}
                reload={reloadSaid}
              />
            )
          )
        })}
      {holidays && (
        <div className="mt-8 grid items-start gap-5 xl:grid-cols-2">
          <Holidays key={store} store={store} setting={holidays} reload={reloadSaid} />
        </div>
      )}
    </>
  )
}
