/** How anybody checks the proof, and what it leaves to trust. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'

export function HowTo({ address }: { address: string }) {
  const steps: [string, string, React.ReactNode][] = [
    [
      m.proof_step_key(),
      m.proof_step_key_text(),
      <Link key="key" to="/user/proof" className="link">
        {m.proof_mine_title()}
      </Link>,
    ],
    [
      m.proof_step_find(),
      m.proof_step_find_text(),
      <a key="find" href="#check" className="link">
        {m.proof_check_press()}
      </a>,
    ],
    [
      m.proof_step_all(),
      m.proof_step_all_text(),
      <code key="all" className="fine block rounded-control bg-tile p-3 font-mono break-words">
        {`python3 verify/proof.py --keys keys ${address}`}
      </code>,
    ],
  ]
  return (
    <section className="mt-18 md:mt-24" aria-labelledby="proof-how">
      <h2 className="h2" id="proof-how">
        {m.proof_how_title()}
      </h2>
      <ol className="mt-7 grid gap-8 md:grid-cols-3 md:gap-6">
        {steps.map(([title, text, action], i) => (
          <li key={title} className="min-w-0">
            <span
              className="grid size-9 place-items-center rounded-full border border-line-2 font-serif"
              aria-hidden="true"
            >
              {i + 1}
            </span>
            <h3 className="mt-4 font-semibold">{title}</h3>
            <p className="small mt-1 max-w-[44ch] text-pretty text-ink-2">{text}</p>
            <div className="small mt-3">{action}</div>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function NotProven() {
  const points: [IconName, string, string][] = [
    ['vault', m.proof_not_there(), m.proof_not_there_text()],
    ['handshake', m.proof_not_pledged(), m.proof_not_pledged_text()],
    ['clock', m.proof_not_between(), m.proof_not_between_text()],
    ['eye-slash', m.proof_not_twice(), m.proof_not_twice_text()],
  ]
  return (
    <section className="mt-18 rounded-panel bg-tile p-6 md:mt-24 md:p-12" aria-labelledby="proof-not">
      <div className="grid gap-8 lg:grid-cols-[4fr_7fr]">
        <div>
          <h2 className="h2 max-w-[14ch]" id="proof-not">
            {m.proof_not_title()}
          </h2>
          <p className="small mt-3 max-w-[40ch] text-ink-2">{m.proof_not_lead()}</p>
        </div>
        <ul className="grid gap-5">
          {points.map(([icon, title, text]) => (
            <li key={title} className="flex gap-4">
              <Icon name={icon} className="mt-0.5 shrink-0 text-ink-2" />
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="small text-pretty text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
