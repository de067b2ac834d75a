/** The pickup points of a store, the closed ones last. */
import type { OfficePointsView } from '../../../delivery/office-contract.ts'
import { hoursInWords } from '../../../delivery/pages/opening-hours.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { dayLines } from '../../../stores/day-rules.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { ClosePointDialog } from './close-point-dialog.tsx'
import { PointDialog } from './point-dialog.tsx'

type Point = OfficePointsView['points'][number]
type Props = { store: string; reload: () => Promise<void> }

export function Points({ store, points, reload }: Props & { points: Point[] }) {
  const may = useMay()
  return (
    <section aria-labelledby="points">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="points" className="h3">
          {m.office_settings_points()}
        </h2>
        {may('settings.points') && (
          <DialogButton
            name={m.office_settings_point_add()}
            dialog={(close) => <PointDialog store={store} point={null} reload={reload} close={close} />}
          />
        )}
      </div>
      {points.length === 0 && <p className="office-panel text-ink-2">{m.office_settings_points_none()}</p>}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {points.map((point) => (
          <PointPanel key={point.id} store={store} point={point} reload={reload} />
        ))}
      </div>
    </section>
  )
}

function PointPanel({ store, point, reload }: Props & { point: Point }) {
  const may = useMay()
  const { name, street, city, telephone, hours, closed_days, closed, waits } = point
  return (
    <section className="office-panel" aria-label={name}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h3 className="h3 mr-auto">{name}</h3>
        {waits && <Tag tone="nila">{m.office_settings_waits()}</Tag>}
        <Closing point={point} />
        {may('settings.points') && (
          <>
            <DialogButton
              name={m.office_settings_change()}
              dialog={(close) => <PointDialog store={store} point={point} reload={reload} close={close} />}
            />
            {!closed && <Turn opens={false} {...{ store, point, reload }} />}
            {point.closes_at !== null && <Turn opens {...{ store, point, reload }} />}
          </>
        )}
      </div>
      <Facts
        facts={[
          { label: m.office_settings_point_address(), value: `${street}, ${city}` },
          { label: m.office_settings_telephone(), value: telephone || '–' },
          { label: m.office_settings_point_hours(), value: hoursInWords(hours, language()) },
          {
            label: m.office_settings_point_days(),
            value: <span className="whitespace-pre-line">{dayLines(closed_days, dayName) || '–'}</span>,
          },
        ]}
      />
    </section>
  )
}

const Turn = ({ opens, ...rest }: Props & { point: Point; opens: boolean }) => (
  <DialogButton
    name={opens ? m.office_settings_point_open() : m.office_settings_point_close()}
    dialog={(close) => <ClosePointDialog {...rest} opens={opens} close={close} />}
  />
)

function Closing({ point: { closed, closes_at: at } }: { point: Point }) {
  const { moment } = useTimes()
  if (at === null) return null
  return <Tag>{closed ? m.office_settings_point_closed() : m.office_settings_point_closes({ moment: moment(at) })}</Tag>
}
