/** Settings of one store, chosen above them: a panel for each. */
import * as m from '../../../locale/paraglide/messages.js'
import type { PlainName } from '../../../stores/setting-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import type { SettingsView } from '../settings-contract.ts'
import type { RowList } from './row-words.ts'
import { RowsSection } from './rows-section.tsx'
import { SettingPanel } from './setting-panel.tsx'

/** Of a list that needs to know neither provinces nor currencies. */
const noFacts = { provinces: [], currencies: [] }

type Props = { names: readonly PlainName[]; lists?: readonly RowList[] }

export function SettingPanels({ names, lists = [] }: Props) {
  const { store, choice } = useStoreChoice()
  const { data, failed, loading, reload } = useOffice<SettingsView>('/settings/list', { store: store.code })
  // What another store says stands under no other name.
  const said = loading ? null : data
  return (
    <>
      {choice}
      {failed && !said && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!said && !failed && <Skeleton className="h-64" />}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {said &&
          names.map((name) => {
            const setting = said.names.find((one) => one.name === name)
            return (
              setting && (
                <SettingPanel key={`${store.code} ${name}`} {...{ store, name, setting, reload }} isOpen={said.open} />
              )
            )
          })}
      </div>
      {said &&
        lists.map((list) => {
          const setting = said.names.find((one) => one.name === list)
          return (
            setting && (
              <RowsSection
                key={`${store.code} ${list}`}
                {...{ store: store.code, list, setting, reload }}
                facts={noFacts}
                isOpen={said.open}
              />
            )
          )
        })}
    </>
  )
}
