/** /admin/licences: what each store may offer, by which licence or opinion, and what it might before. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { featureWords, licenceKindName } from '../../kit/pages/feature-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import type { LicencesView } from '../licences-contract.ts'
import { LicenceDialog } from './licence-dialog.tsx'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function LicencesPage() {
  const { store: chosen, choice } = useStoreChoice()
  const store = chosen.code
  const { data, failed, reload } = useOffice<LicencesView>('/licences/list', { store })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_licences_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_licences_lead()}</p>
      {choice}
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {data?.features.map((one) => (
          <OneFeature key={`${store} ${one.feature}`} store={store} one={one} reload={reload} />
        ))}
      </div>
    </>
  )
}

type One = LicencesView['features'][number]
type Props = { store: string; one: One; reload: () => Promise<void> }

function OneFeature({ store, one, reload }: Props) {
  const { feature, on, waits, licences } = one
  const words = featureWords[feature]
  const may = useMay()
  return (
    <section className="office-panel" aria-label={words.title()}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="h3 mr-auto">{words.title()}</h2>
        <Tag tone={on ? 'up' : 'warn'}>{on ? m.office_licences_on() : m.office_licences_off()}</Tag>
        {waits && <Tag tone="nila">{m.office_licences_waits()}</Tag>}
      </div>
      <p className="small mb-3 text-ink-2">{words.text()}</p>
      {licences.length === 0 && <p className="small text-ink-2">{m.office_licences_none()}</p>}
      <ol className="grid gap-4">
        {licences.map((licence) => (
          <Licence key={licence.id} feature={words.title()} licence={licence} reload={reload} />
        ))}
      </ol>
      {may('licences.record') && !waits && (
        <div className="mt-4">
          <DialogButton
            name={m.office_licences_record()}
            dialog={(close) => <LicenceDialog store={store} feature={feature} reload={reload} close={close} />}
          />
        </div>
      )}
    </section>
  )
}

const states = {
  in_force: { tone: 'up', name: m.office_licences_in_force },
  over: { tone: 'warn', name: m.office_licences_over },
  ended: { tone: 'warn', name: m.office_licences_ended_tag },
} as const

type LicenceProps = { feature: string; licence: One['licences'][number]; reload: () => Promise<void> }

function Licence({ feature, licence, reload }: LicenceProps) {
  const { id, kind, state, ended, until_on } = licence
  const isDemonstration = kind === 'demonstration'
  const title = isDemonstration ? licenceKindName(kind) : `${licenceKindName(kind)} ${licence.number}`
  const words = isDemonstration ? m.office_licences_demonstration_text() : licence.words
  const may = useMay()
  const { moment } = useTimes()
  const { ask, dialog } = useReasonDialog(reload)
  const { tone, name } = states[state]
  return (
    <li className="border-t border-line pt-3">
      <p className="mb-2 flex flex-wrap items-center gap-3">
        <span className="font-semibold">{title}</span>
        <Tag tone={tone}>{name()}</Tag>
      </p>
      <Facts
        facts={[
          { label: m.office_licences_issuer(), value: licence.issuer },
          { label: m.office_licences_issued(), value: dayName(licence.issued_on) },
          { label: m.office_licences_until(), value: until_on ? dayName(until_on) : m.office_licences_no_end() },
        ]}
      />
      <p className="small mt-2 whitespace-pre-line">{words}</p>
      {!isDemonstration && <p className="small mt-2 text-ink-2">{recordedBy(licence)}</p>}
      {ended && <p className="small text-ink-2">{m.office_licences_ended({ ...ended, moment: moment(ended.at) })}</p>}
      {state === 'in_force' && may('licences.end') && (
        <Button
          kind="ghost"
          size="s"
          className="mt-2"
          onClick={() =>
            ask({
              ...{ title: m.office_licences_end_title({ title }), text: m.office_licences_end_text({ feature }) },
              ...{ confirm: m.office_licences_end(), tone: 'danger', done: m.office_licences_done() },
              run: (reason) => officePost('/licences/end', { id, reason }, { quiet: true }),
            })
          }
        >
          {m.office_licences_end()}
        </Button>
      )}
      {dialog}
    </li>
  )
}

const recordedBy = ({ recorded_by, approved_by, reason }: One['licences'][number]) =>
  [
    m.office_licences_recorded({ by: recorded_by }),
    ...(approved_by ? [m.office_licences_approved({ by: approved_by })] : []),
    reason,
  ].join(' · ')
