/** How a member's check ended, in words: what is counted, against what their own record says. */
import type { ReactNode } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { weight, weightText } from '../../money/money.ts'
import { Button } from '../../ui/button.tsx'
import { ownNow } from '../../ui/clock.ts'
import { Moment } from '../../ui/figures.tsx'
import { formatCount, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { isOverdue } from '../check-rules.ts'
import type { Found, Outcome } from './browser-check.ts'

const grams = (units: bigint) => formatGrams(weightText(weight(units)), language())

type Props = { outcome: Outcome; busy: boolean; onTrust: () => void }
/** `onTrust`: checks again with the keys of today. */
export function CheckResult({ outcome, busy, onTrust }: Props) {
  if (outcome.found) return <FoundResult found={outcome} />
  if (outcome.fault === 'keys_differ') return <OtherKeys busy={busy} onTrust={onTrust} />
  return <FaultResult outcome={outcome} />
}

const tones = {
  up: ['bg-up-soft', 'text-up', 'seal-check'],
  plain: ['bg-tile', '', 'info'],
  down: ['bg-down-soft', 'text-down', 'warning-circle'],
} as const satisfies Record<string, [string, string, IconName]>

type BoxProps = { tone: keyof typeof tones; outcome: string; title: string; children: ReactNode }
function Box({ tone, outcome, title, children }: BoxProps) {
  const [ground, ink, icon] = tones[tone]
  return (
    <div
      className={`mt-5 rounded-control p-4 ${ground}`}
      data-outcome={outcome}
      {...(tone === 'down' ? { role: 'alert' } : {})}
    >
      <p className={`flex items-center gap-2 font-semibold ${ink}`}>
        <Icon name={icon} className="size-5 shrink-0" />
        {title}
      </p>
      {children}
    </div>
  )
}

function FoundResult({ found }: { found: Found }) {
  const { verdict, units, parts, instant } = found
  const says = {
    same: units === 0n ? m.proof_same_nothing() : m.proof_same_text(),
    alone: m.proof_alone_text(),
    open: m.proof_open_text(),
    differs: m.proof_differs_text(),
  }[verdict]
  const title = {
    same: units === 0n ? m.proof_same_nothing_title() : m.proof_found_title(),
    alone: m.proof_alone_title(),
    open: m.proof_alone_title(),
    differs: m.proof_differs_title(),
  }[verdict]
  const tone = verdict === 'same' ? 'up' : verdict === 'differs' ? 'down' : 'plain'
  return (
    <Box tone={tone} outcome={verdict} title={title}>
      {units > 0n && verdict !== 'differs' && <p className="fig-m mt-2 whitespace-nowrap">{grams(units)}</p>}
      {verdict === 'differs' && <Both {...found} />}
      <p className="small mt-2 text-pretty">{says}</p>
      <p className="small mt-2 text-ink-2">
        {m.proof_found_text({ parts: formatCount(parts, language()) })} <Moment at={instant} />
      </p>
      {isOverdue(instant, ownNow()) && <p className="small mt-2 font-semibold text-down">{m.proof_found_old()}</p>}
    </Box>
  )
}

/** Where the pieces are not known, what the member has at least. */
function Both({ units, own }: Found) {
  if (!own) return null
  const theirs = own.gold + (own.pieces ?? 0n)
  return (
    <dl className="kv mt-3">
      <dt>{m.proof_differs_counted()}</dt>
      <dd className="font-semibold whitespace-nowrap">{grams(units)}</dd>
      <dt>{own.pieces === null ? m.proof_differs_least() : m.proof_differs_own()}</dt>
      <dd className="font-semibold whitespace-nowrap">{grams(theirs)}</dd>
    </dl>
  )
}

/** New keys may be right: whoever has made sure of it goes on with them. */
const OtherKeys = ({ busy, onTrust }: Omit<Props, 'outcome'>) => (
  <Box tone="down" outcome="keys_differ" title={m.proof_keys_title()}>
    <p className="small mt-1 text-pretty">{m.proof_keys_text()}</p>
    <Button kind="ghost" className="mt-3" busy={busy} onClick={onTrust}>
      {m.proof_keys_trust()}
    </Button>
  </Box>
)

type NotFound = Extract<Outcome, { found: false }>
function FaultResult({ outcome: { fault, detail } }: { outcome: NotFound }) {
  if (fault === 'member_missing')
    return (
      <Box tone="down" outcome={fault} title={m.proof_missing_title()}>
        <p className="small mt-1">{m.proof_missing_text()}</p>
      </Box>
    )
  if (fault === 'no_answer' || fault === 'no_ed25519')
    return (
      <Box tone="down" outcome={fault} title={m.proof_not_checked_title()}>
        <p className="small mt-1">{fault === 'no_answer' ? m.proof_no_answer() : m.proof_no_ed25519()}</p>
      </Box>
    )
  return (
    <Box tone="down" outcome={fault} title={m.proof_wrong_title()}>
      <p className="small mt-1">{m.proof_wrong_text()}</p>
      <p className="fine mt-2 font-mono">{`${fault} ${detail}`.trim()}</p>
    </Box>
  )
}
