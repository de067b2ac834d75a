/** /user/security: what guards the account, and what was done to it lately. */
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { dataOf, get } from '../../ui/api-client.ts'
import { Moment } from '../../ui/figures.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import type { SecurityEventsView, SecurityStateView } from '../security-contract.ts'
import type { Route } from './+types/security-page'
import { eventName } from './event-names.ts'
import { StateRow } from './state-row.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader() {
  const [state, { events }] = await Promise.all([
    dataOf(get<SecurityStateView>('/user/security')),
    dataOf(get<SecurityEventsView>('/user/securityEvents')),
  ])
  return { state, events }
}

export default function SecurityPage({ loaderData: { state, events } }: Route.ComponentProps) {
  return (
    <div className="max-w-[720px]">
      <PageTitle>{m.ui_security_title()}</PageTitle>
      <h1 className="h1">{m.ui_security_title()}</h1>
      <p className="mt-3 text-ink-2">{m.identity_security_lead()}</p>
      <ul className="mt-8 border-t border-line">
        <StateRow
          to="/user/changePwd"
          icon="lock-simple"
          name={m.identity_setting_password_title()}
          text={m.identity_password_row_text()}
          state={m.identity_security_set()}
          tone="up"
        />
        <StateRow
          to="/user/changePaypwd"
          icon="key"
          name={m.ui_pin_title()}
          text={m.identity_security_pin_text()}
          state={
            {
              none: m.identity_security_not_set(),
              set: m.identity_security_set(),
              locked: m.identity_security_locked(),
            }[state.pin]
          }
          tone={{ none: 'warn', set: 'up', locked: 'down' }[state.pin] as 'warn'}
        />
        <StateRow
          to="/user/security/authenticator"
          icon="device-mobile"
          name={m.ui_app_title()}
          text={
            state.authenticator
              ? m.identity_app_codes_left({
                  count: state.recovery_codes_left,
                  all: settings.authenticator.recoveryCodes,
                })
              : m.identity_app_row_text()
          }
          state={state.authenticator ? m.identity_app_on() : m.identity_app_off()}
          tone={state.authenticator ? 'up' : 'plain'}
        />
        <StateRow
          to="/user/security/passkeys"
          icon="fingerprint"
          name={m.ui_passkeys_title()}
          text={m.identity_passkeys_row_text()}
          state={
            state.passkeys > 0 ? m.identity_passkeys_count({ count: state.passkeys }) : m.identity_passkeys_none_short()
          }
          tone={state.passkeys > 0 ? 'up' : 'plain'}
        />
        <StateRow
          to="/user/security/sessions"
          icon="monitor"
          name={m.ui_places_sessions()}
          text={m.identity_security_sessions_text()}
          state={m.identity_security_sessions_count({ count: state.sessions })}
        />
      </ul>
      <RecentEvents events={events} />
    </div>
  )
}

const RecentEvents = ({ events }: SecurityEventsView) => (
  <section className="mt-12" aria-label={m.identity_security_events()}>
    <h2 className="h3">{m.identity_security_events()}</h2>
    <p className="small mt-1 text-ink-2">{m.identity_security_events_lead()}</p>
    {events.length === 0 ? (
      <p className="mt-4 border-t border-line py-6 text-ink-2">{m.identity_security_events_none()}</p>
    ) : (
      <ol className="mt-4 border-t border-line">
        {events.map(({ kind, happened_at, device, address }) => (
          <li
            key={`${kind} ${happened_at}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-b border-line py-3"
          >
            <span className="min-w-0">
              <span className="block font-medium">{eventName(kind)}</span>
              {device && (
                <span className="small block break-words text-ink-2">
                  {device} · {address}
                </span>
              )}
            </span>
            <span className="small whitespace-nowrap text-ink-2">
              <Moment at={happened_at} />
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
)
