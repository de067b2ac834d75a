/** What was set under a name, and what is still to come. */
import * as m from '../../../locale/paraglide/messages.js'
import type { AnySettingValue } from '../../../stores/setting-rules.ts'
import { serverNow } from '../../../ui/clock.ts'
import { useTimes } from '../../kit/pages/use-office.ts'
import type { SettingsView } from '../settings-contract.ts'

type Props = { said: SettingsView['names'][number]['said']; linesOf: (value: AnySettingValue) => string[] }

export function History({ said, linesOf }: Props) {
  const { moment } = useTimes()
  if (said.length === 0) return <p className="small mt-3 text-ink-2">{m.office_settings_never()}</p>
  return (
    <details className="small mt-3">
      <summary className="cursor-pointer text-ink-2">{m.office_settings_history({ n: said.length })}</summary>
      <ol className="mt-2 grid gap-2 text-ink-2">
        {said.map((one) => (
          <li key={one.id}>
            <span className="text-ink">
              {Date.parse(one.from) > serverNow()
                ? m.office_settings_from({ moment: moment(one.from) })
                : m.office_settings_since({ moment: moment(one.from) })}
            </span>
            {` · ${one.set_by} · ${one.reason}`}
            <ul className="list-disc pl-5">
              {linesOf(one.value).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  )
}
